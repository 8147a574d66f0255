// Writes the cards of @letele/playing-cards, which are inlined in JavaScript, as SVG files: node letele.mjs NODE_MODULES FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [modules, folder] = process.argv.slice(2);
const attribute_names = { className: "class", xlinkHref: "xlink:href" };
const attribute_of = (name) => attribute_names[name] ?? (/^(viewBox|preserveAspectRatio|patternUnits|patternTransform|gradientUnits|gradientTransform|clipPathUnits)$/.test(name) ? name : name.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase()));

const React = {
    createElement(kind, properties, ...children) {
        const attributes = Object.entries(properties ?? {})
            .filter(([, value]) => value !== undefined && value !== null && typeof value !== "object")
            .map(([name, value]) => ` ${attribute_of(name)}="${String(value).replace(/"/g, "&quot;")}"`);
        return `<${kind}${attributes.join("")}>${children.flat().filter((child) => child !== null).join("")}</${kind}>`;
    },
};

const source = readFileSync(join(modules, "@letele/playing-cards/dist/index.esm.js"), "utf8").replace(/^import .*$/gm, "");
const [body, list] = source.split("export {");
const names = [...list.matchAll(/(\w+) as ([CDHS])(10|[2-9ajqk])\b/g)];
const cards = new Function("React", "_extends", `${body}; return { ${names.map((name) => name[1]).join(", ")} };`)(React, Object.assign);
for (const [, name, suit, rank] of names) {
    const card = rank === "10" ? "T" : rank.toUpperCase();
    const svg = cards[name]({}).replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ');
    writeFileSync(join(folder, `${card}${suit.toLowerCase()}.svg`), svg);
}
