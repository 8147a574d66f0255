// One table's state for a picture: listens, asks for nothing, comes back by itself.
import { fromBinary } from "@bufbuild/protobuf";
import { ConsoleUpdateSchema, FeedHealth, type TableNews } from "../../generated/studio/v1/console_pb.ts";

export interface Seen {
  news?: TableNews;
  now: number; // the gateway's clock, ms
  silent: boolean; // what is shown may be old
}

const DRAWN_EVERY = 200; // ms
const SILENT_AFTER = 2000;
const TRY_AGAIN = 1000;

export function follow(table: string, key: string, draw: (seen: Seen) => void): void {
  let news: TableNews | undefined;
  let ahead = 0;
  let heard = 0;
  const connect = () => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/overlay-ws/${table}?key=${key}`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => {
      heard = Date.now();
      const { update } = fromBinary(ConsoleUpdateSchema, new Uint8Array(event.data as ArrayBuffer));
      if (update.case === "table") news = update.value;
      if (update.case === "beat" || update.case === "welcome") ahead = Number(update.value.nowNs / 1_000_000n) - Date.now();
    };
    socket.onclose = () => setTimeout(connect, TRY_AGAIN);
  };
  connect();
  setInterval(() => draw({ news, now: Date.now() + ahead, silent: Date.now() - heard > SILENT_AFTER || news?.feed === FeedHealth.SUSPENDED }), DRAWN_EVERY);
}
