// Decisions to messages and back; shared by events, views and inputs.
#include "proto/codec/reader.h"

namespace proto::codec {

void fill(messages::DecisionOption& out, const engine::DecisionOption& option) {
    out.set_choice(option.choice);
    fill(*out.mutable_price(), option.price);
    out.set_least_cards(static_cast<std::uint32_t>(option.least_cards));
    out.set_most_cards(static_cast<std::uint32_t>(option.most_cards));
    if (option.least) fill(*out.mutable_least(), *option.least);
    if (option.most) fill(*out.mutable_most(), *option.most);
}

engine::DecisionOption read_option(Reader& reader, const messages::DecisionOption& m) {
    engine::DecisionOption option{.choice = m.choice(),
                                  .price = read_money(m.price()),
                                  .least_cards = reader.place("options.least_cards", m.least_cards()),
                                  .most_cards = reader.place("options.most_cards", m.most_cards())};
    if (m.has_least()) option.least = read_money(m.least());
    if (m.has_most()) option.most = read_money(m.most());
    return option;
}

void fill(messages::DecisionMade& out, const engine::DecisionMade& made) {
    out.set_box(made.box.text());
    out.set_choice(made.choice);
    for (const int card : made.cards)
        out.add_cards(static_cast<std::uint32_t>(card));
    out.set_by(to_wire(made.by));
}

engine::DecisionMade read_made(Reader& reader, const messages::DecisionMade& m) {
    engine::DecisionMade made{reader.position("box", m.box()), m.choice(), {}, reader.value<engine::DecidedBy>("by", m.by())};
    for (const auto card : m.cards())
        made.cards.push_back(reader.place("cards", card));
    return made;
}

} // namespace proto::codec
