// Beside the table: what the camera sees, how much is left in the shoe, how the last rounds ended.
import type { RoundRecord, TableNews } from "../../generated/studio/v1/console_pb.ts";
import { isLastOfShoe } from "../model/table.ts";
import type { Texts } from "../text/index.ts";
import { Picture } from "./picture.tsx";
import { Road } from "./road.tsx";

const SHOWN = 12; // rounds of the road map

function ShoeGauge({ news, text }: { news: TableNews; text: Texts }) {
  const view = news.status?.view;
  if (!view || view.cardsTotal === 0) return <div class="gauge none">{text.table.no_shoe}</div>;
  const share = view.cardsLeft / view.cardsTotal;
  const last = isLastOfShoe(news);
  return (
    <div class={`gauge ${last ? "last" : ""}`}>
      <p>
        <b>{text.table.cards_left(view.cardsLeft)}</b>
        <span class="soft">{last ? text.table.last_of_shoe : `/ ${view.cardsTotal}`}</span>
      </p>
      <div class="bar" role="img" aria-label={text.table.cards_left(view.cardsLeft)}>
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

export function Side({ news, rounds, text }: { news: TableNews; rounds: RoundRecord[]; text: Texts }) {
  return (
    <aside class="side">
      <Picture news={news} text={text} />
      <ShoeGauge news={news} text={text} />
      <Road news={news} rounds={rounds} most={SHOWN} text={text} />
    </aside>
  );
}
