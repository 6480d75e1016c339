// @ts-check
"use strict";

/* Diagrams of Mermaid, Graphviz and PlantUML fill the screen by a button. There, wheel, pinch, double click, buttons
   and the keys + and - zoom; dragging and arrow keys move; 0 shows all of it; Escape closes it. */
(() => {
  const template = document.getElementById("sj-diagram");
  if (!(template instanceof HTMLTemplateElement)) return;

  const dialog = /** @type {HTMLDialogElement} */ (template.content.querySelector("dialog"));
  const stage = /** @type {HTMLElement} */ (dialog.querySelector(".sj-diagram-stage"));
  const SMALLEST = 0.2;
  const LARGEST = 20;
  const STEP = 1.25;
  const DISTANCE = 60;
  const MARGIN = 24;

  /** @type {SVGSVGElement | HTMLImageElement | null} */
  let shown = null;
  let putBack = () => {};
  let [x, y, scale] = [0, 0, 1];
  /** The pointers on the stage. @type {Map<number, { x: number, y: number }>} */
  const pointers = new Map();

  const draw = () => {
    if (shown) shown.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  };

  /** Zoom around a place of the stage, its center by default. @param {number} factor */
  const zoom = (factor, left = stage.clientWidth / 2, top = stage.clientHeight / 2) => {
    const next = Math.min(LARGEST, Math.max(SMALLEST, scale * factor));
    x = left - ((left - x) * next) / scale;
    y = top - ((top - y) * next) / scale;
    scale = next;
    draw();
  };

  const fit = () => {
    if (!shown) return;
    const box = shown instanceof SVGSVGElement ? shown.viewBox.baseVal : null;
    const width = box?.width || /** @type {HTMLImageElement} */ (shown).naturalWidth || shown.clientWidth || 300;
    const height = box?.height || /** @type {HTMLImageElement} */ (shown).naturalHeight || shown.clientHeight || 150;
    Object.assign(shown.style, { width: `${width}px`, height: `${height}px` });
    const [wide, high] = [stage.clientWidth - 2 * MARGIN, stage.clientHeight - 2 * MARGIN];
    scale = Math.min(wide / width, high / height, LARGEST);
    x = (stage.clientWidth - width * scale) / 2;
    y = (stage.clientHeight - height * scale) / 2;
    draw();
  };

  /** The drawing itself, or an image of the file. @param {Element} diagram */
  const take = (diagram) => {
    const drawing = diagram.querySelector("svg");
    if (drawing) {
      // Not a copy: its styles and its arrows are found by their ids.
      const place = document.createElement("span");
      const style = drawing.getAttribute("style") ?? "";
      place.style.cssText = `display: inline-block; height: ${drawing.getBoundingClientRect().height}px`;
      drawing.replaceWith(place);
      putBack = () => {
        drawing.setAttribute("style", style);
        place.replaceWith(drawing);
      };
      drawing.style.maxWidth = "none";
      return drawing;
    }
    const image = new Image();
    const file = diagram.querySelector("img, object");
    image.alt = file?.getAttribute("alt") ?? file?.textContent?.trim() ?? "";
    image.src = file instanceof HTMLObjectElement ? file.data : /** @type {HTMLImageElement} */ (file).src;
    image.draggable = false;
    image.addEventListener("load", fit);
    putBack = () => {};
    return image;
  };

  /** @param {Element} diagram */
  const open = (diagram) => {
    document.body.append(dialog);
    shown = take(diagram);
    stage.replaceChildren(shown);
    dialog.showModal();
    stage.focus();
    fit();
  };

  dialog.addEventListener("close", () => {
    putBack();
    shown = null;
    stage.replaceChildren();
    pointers.clear();
  });
  addEventListener("resize", fit);

  /** @type {Record<string, () => void>} */
  const actions = {
    in: () => zoom(STEP),
    out: () => zoom(1 / STEP),
    fit,
    close: () => dialog.close()
  };
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-diagram]")))
    button.addEventListener("click", () => actions[button.dataset.diagram ?? ""]?.());

  /** @type {Record<string, () => void>} */
  const keys = {
    "+": actions.in,
    "=": actions.in,
    "-": actions.out,
    0: fit,
    ArrowLeft: () => (x += DISTANCE),
    ArrowRight: () => (x -= DISTANCE),
    ArrowUp: () => (y += DISTANCE),
    ArrowDown: () => (y -= DISTANCE),
    // Sphinx's sphinx_highlight.js takes Escape away from the browser.
    Escape: actions.close
  };
  dialog.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
    draw();
  });

  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * 0.002), event.offsetX, event.offsetY);
    },
    { passive: false }
  );
  stage.addEventListener("dblclick", (event) => zoom(STEP * STEP, event.offsetX, event.offsetY));

  stage.addEventListener("pointerdown", (event) => {
    stage.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
  });
  stage.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
      zoom(ratio || 1, other.x, other.y);
    } else {
      x += now.x - before.x;
      y += now.y - before.y;
      draw();
    }
    pointers.set(event.pointerId, now);
  });
  for (const kind of ["pointerup", "pointercancel"])
    stage.addEventListener(kind, (event) => pointers.delete(/** @type {PointerEvent} */ (event).pointerId));

  /** @param {Element} diagram */
  const addButton = (diagram) => {
    const frame = document.createElement("div");
    // This script runs before the one that enlarges images.
    frame.className = "sj-diagram-frame no-zoom";
    diagram.replaceWith(frame);
    const button = /** @type {HTMLElement} */ (template.content.querySelector("button"))?.cloneNode(true);
    button.addEventListener("click", () => open(diagram));
    frame.append(diagram, button);
  };

  for (const diagram of document.querySelectorAll(".sj-prose :is(pre.mermaid, div.graphviz, .plantuml)")) {
    if (diagram.querySelector("svg, img, object")) addButton(diagram);
    else {
      // Mermaid draws later, and again in another mode, or not at all without its script.
      const observer = new MutationObserver(() => {
        const drawing = /** @type {SVGSVGElement | null} */ (diagram.querySelector("svg[viewBox]"));
        if (!drawing) return;
        // The extension stretches all drawings to the width of the text; this is the width of the drawing.
        drawing.style.setProperty("max-width", drawing.style.maxWidth, "important");
        if (!diagram.closest(".sj-diagram-frame")) addButton(diagram);
      });
      observer.observe(diagram, { childList: true, subtree: true, attributeFilter: ["viewBox"] });
    }
  }
})();
