// What a camera of the table sees, with what is read drawn in.
import { useEffect, useState } from "preact/hooks";
import type { TableNews } from "../../generated/studio/v1/console_pb.ts";
import type { Texts } from "../text/index.ts";

const NEW_PICTURE_EVERY = 600; // ms

/** Counts up as long as it is drawn, so that each picture is asked for anew. */
function useShot(every: number): number {
  const [shot, setShot] = useState(() => Math.floor(performance.now())); // never that of an earlier drawing: a page keeps pictures by their address
  useEffect(() => {
    const timer = setInterval(() => setShot((count) => count + 1), every);
    return () => clearInterval(timer);
  }, [every]);
  return shot;
}

/** A small one that is only looked at. */
export function Glimpse({ news }: { news: TableNews }) {
  const shot = useShot(4 * NEW_PICTURE_EVERY);
  return <img class="glimpse" src={`/picture/${news.tableId}/${news.cameras[0]}?${shot}`} alt="" />;
}

/** A touch shows the next camera. */
export function Picture({ news, text }: { news: TableNews; text: Texts }) {
  const [camera, setCamera] = useState(0);
  const shot = useShot(NEW_PICTURE_EVERY);
  const [bad, setBad] = useState(false);
  const cameras = news.cameras;
  if (cameras.length === 0) return <div class="picture none">{text.table.no_picture}</div>;
  const name = cameras[camera % cameras.length];
  return (
    <button type="button" class="picture" onClick={() => setCamera(camera + 1)} aria-label={`${text.table.camera} ${name}`}>
      <img src={`/picture/${news.tableId}/${name}?${shot}`} alt="" onError={() => setBad(true)} onLoad={() => setBad(false)} class={bad ? "old" : ""} />
      {cameras.length > 1 && <span>{name}</span>}
    </button>
  );
}
