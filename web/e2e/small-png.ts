import { crc32, deflateSync, inflateSync } from "node:zlib";

// Makes a screenshot small enough to be kept with the source: its colours become a palette of at most 256, by median
// cut (Heckbert 1982). No dithering: screens are flat.

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** Reads an 8-bit RGB or RGBA PNG and writes it with a palette. */
export function smallPng(png: Buffer) {
  const { width, height, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (const colour of pixels) {
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const { palette, indexOf } = quantise(counts);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      lines[y * (width + 1) + 1 + x] = indexOf.get(pixels[y * width + x]!)!;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, indexed
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(channels))),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const channels = (colour: number) => [
  colour >> 16,
  (colour >> 8) & 255,
  colour & 255,
];

function decode(png: Buffer) {
  const data: Buffer[] = [];
  let width = 0;
  let height = 0;
  let size = 3;
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const kind = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      if (body[8] !== 8 || (body[9] !== 2 && body[9] !== 6) || body[12] !== 0) {
        throw new Error("only plain 8-bit RGB and RGBA are read here");
      }
      size = body[9] === 6 ? 4 : 3;
    } else if (kind === "IDAT") {
      data.push(body);
    }
    at += length + 12;
  }
  const bytes = unfilter(inflateSync(Buffer.concat(data)), width, height, size);
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    const at = i * size;
    pixels[i] = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
  }
  return { width, height, pixels };
}

/** The five filters of PNG, undone line by line. */
function unfilter(raw: Buffer, width: number, height: number, size: number) {
  const stride = width * size;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= size ? out[y * stride + x - size]! : 0;
      const up = y > 0 ? out[(y - 1) * stride + x]! : 0;
      const corner = x >= size && y > 0 ? out[(y - 1) * stride + x - size]! : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][
        filter!
      ]!;
      out[y * stride + x] = raw[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number) {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((v) => Math.abs(guess - v));
  return a! <= b! && a! <= c! ? left : b! <= c! ? up : corner;
}

function quantise(counts: Map<number, number>) {
  let boxes = [[...counts.keys()]];
  while (boxes.length < 256) {
    const widest = boxes
      .map((box) => ({ box, ...spread(box) }))
      .sort((a, b) => b.range - a.range)[0]!;
    if (widest.range === 0) {
      break;
    }
    const { box, channel } = widest;
    box.sort((a, b) => channels(a)[channel]! - channels(b)[channel]!);
    const half = box.length >> 1;
    boxes = boxes.filter((other) => other !== box);
    boxes.push(box.slice(0, half), box.slice(half));
  }
  const indexOf = new Map<number, number>();
  const palette = boxes.map((box, index) => {
    // The commonest colour stands for its box: surfaces and text keep theirs exactly.
    let best = box[0]!;
    for (const colour of box) {
      indexOf.set(colour, index);
      best = counts.get(colour)! > counts.get(best)! ? colour : best;
    }
    return best;
  });
  return { palette, indexOf };
}

/** The channel in which a box of colours is widest, and how wide. */
function spread(box: number[]) {
  const ranges = [0, 1, 2].map((channel) => {
    let low = 255;
    let high = 0;
    for (const colour of box) {
      const value = channels(colour)[channel]!;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return high - low;
  });
  const range = Math.max(...ranges);
  return { range, channel: ranges.indexOf(range) };
}

function chunk(kind: string, body: Buffer) {
  const head = Buffer.concat([Buffer.from(kind, "latin1"), body]);
  const out = Buffer.alloc(body.length + 12);
  out.writeUInt32BE(body.length, 0);
  head.copy(out, 4);
  out.writeUInt32BE(crc32(head), body.length + 8);
  return out;
}
