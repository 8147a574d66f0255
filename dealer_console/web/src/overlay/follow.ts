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
const GIVE_UP_AFTER = 5000; // a line that says nothing so long may never end by itself: the other end is gone
const TRY_AGAIN = 1000;

export function follow(table: string, key: string, draw: (seen: Seen) => void): void {
  let news: TableNews | undefined;
  let ahead = 0;
  let heard = 0;
  let socket: WebSocket;
  let again: ReturnType<typeof setTimeout> | undefined;
  let heardHere = 0; // on this line, its beginning included
  const connect = () => {
    heardHere = Date.now();
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/overlay-ws/${table}?key=${key}`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => {
      heard = heardHere = Date.now();
      const { update } = fromBinary(ConsoleUpdateSchema, new Uint8Array(event.data as ArrayBuffer));
      if (update.case === "table") news = update.value;
      if (update.case === "beat" || update.case === "welcome") ahead = Number(update.value.nowNs / 1_000_000n) - Date.now();
    };
    socket.onclose = () => {
      heardHere = Date.now();
      again = setTimeout(connect, TRY_AGAIN);
    };
  };
  const look = () => {
    if (Date.now() - heardHere < GIVE_UP_AFTER) return;
    clearTimeout(again);
    socket.onmessage = socket.onclose = null;
    socket.close();
    connect();
  };
  connect();
  setInterval(look, TRY_AGAIN);
  setInterval(() => draw({ news, now: Date.now() + ahead, silent: Date.now() - heard > SILENT_AFTER || news?.feed === FeedHealth.SUSPENDED }), DRAWN_EVERY);
}
