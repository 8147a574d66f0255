// A slow and shaky line between a browser and its gateway: every byte of both ways comes late, in order, and at times not at all for a while.
import { connect, createServer } from "node:net";

export class SlowLine {
  /** To the gateway at that port: `delayMs` each way, up to `jitterMs` more. */
  static async to(port, { delayMs = 0, jitterMs = 0 } = {}) {
    const line = new SlowLine();
    Object.assign(line, { delayMs, jitterMs, stalledUntil: 0, pairs: new Set(), seed: 7 });
    line.server = createServer((browser) => line.join(browser, connect(port, "127.0.0.1")));
    await new Promise((done) => line.server.listen(0, "127.0.0.1", done));
    line.url = `http://127.0.0.1:${line.server.address().port}`;
    return line;
  }

  join(browser, gateway) {
    const pair = [browser, gateway];
    this.pairs.add(pair);
    this.pass(browser, gateway);
    this.pass(gateway, browser);
    const end = () => {
      for (const socket of pair) socket.destroy();
      this.pairs.delete(pair);
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
  }

  pass(from, to) {
    let last = 0; // when what came before is passed on: nothing overtakes it
    from.on("data", (bytes) => {
      const now = Date.now();
      last = Math.max(last, this.stalledUntil, now + this.delayMs + this.chance() * this.jitterMs);
      setTimeout(() => to.writable && to.write(bytes), last - now);
    });
  }

  /** 0 to 1; the same in every run. */
  chance() {
    this.seed = (this.seed * 1103515245 + 12345) % 2 ** 31;
    return this.seed / 2 ** 31;
  }

  /** Nothing passes for a while, and nothing is lost. */
  stall(ms) {
    this.stalledUntil = Date.now() + ms;
  }

  /** Every line breaks, whatever is on its way. */
  drop() {
    for (const [browser, gateway] of this.pairs) {
      browser.destroy();
      gateway.destroy();
    }
  }

  async stop() {
    this.drop();
    await new Promise((done) => this.server.close(done));
  }
}
