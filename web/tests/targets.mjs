// Finds targets that are too small for fingers.

/**
 * Returns the visible buttons, fields and other targets that are smaller than 44 pixels or outside the window, one per
 * line.
 */
export const poorTargets = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isTop = (element) => !document.querySelector("dialog[open]") || element.closest("dialog[open]");
    const shown = [...document.querySelectorAll("button, select, textarea, summary, a.button, input")].filter((element) => isTop(element) && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
    const problems = shown.flatMap((element) => {
      // Tapping a label acts on its field.
      const box = (element.closest("label") ?? element).getBoundingClientRect();
      const name = `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.closest("label")?.textContent ?? element.textContent).trim().slice(0, 30)}”`;
      if (box.width === 0 || element.closest(".visually-hidden")) return [];
      const isSmall = box.width < 43.5 || box.height < 43.5;
      const isOutside = box.left < -0.5 || box.right > width + 0.5;
      return [...(isSmall ? [`${name} is ${Math.round(box.width)} by ${Math.round(box.height)}`] : []), ...(isOutside ? [`${name} is outside`] : [])];
    });
    return [...new Set(problems)];
  });
