const side = 128;

/** Cuts a picture to its middle square and makes it small, as a JPEG's data URL. */
export async function squarePicture(file: Blob) {
  const picture = await createImageBitmap(file);
  const { x, y, size } = middleSquare(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, side, side);
  pen.drawImage(picture, x, y, size, size, 0, 0, side, side);
  picture.close();
  return canvas.toDataURL("image/jpeg", 0.88);
}

export function middleSquare(width: number, height: number) {
  const size = Math.min(width, height);
  return { x: (width - size) / 2, y: (height - size) / 2, size };
}
