// Converts a picture to pixels, using the browser to draw it.

/** Returns the SVG document as a PNG of this width in pixels. */
export async function pngOf(svg: string, width = 1600, background = "#ffffff"): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("the browser gives no canvas");
    // A canvas starts transparent, so parts that the picture leaves empty would otherwise be transparent too.
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser makes no PNG"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
