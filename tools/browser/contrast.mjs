// The colours that a person sees, in a browser that forces the colours of the system.

export const forced = ({ page }) => page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });

// colours returns the colours on the screen at parts of an element, as [r, g, b]. A part is a pair of
// numbers from 0 to 1, from the left and from the top.
export async function colours(page, selector, ...parts) {
  const node = page.locator(selector).first();
  await node.scrollIntoViewIfNeeded();
  const picture = (await node.screenshot()).toString("base64");
  const blank = await page.context().newPage(); // the page itself may forbid pictures
  const read = await blank.evaluate(
    async ({ picture, parts }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), {
        width: image.width,
        height: image.height,
      });
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      return parts.map(([x, y]) => [
        ...context.getImageData(x * (image.width - 1), y * (image.height - 1), 1, 1).data.slice(0, 3),
      ]);
    },
    { picture, parts },
  );
  await blank.close();
  return read;
}

const light = ([r, g, b]) => {
  const [R, G, B] = [r / 255, g / 255, b / 255].map((v) =>
    v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * R + 0.7152 * G + 0.0722 * B;
};

// contrast returns the contrast of two colours, as WCAG defines it: 1 to 21.
export function contrast(a, b) {
  const [dark, bright] = [light(a), light(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}
