(() => {
  const rgb = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const light = (c) => {
    const [r, g, b] = c.slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0) return c;
    }
    return [255, 255, 255];
  };
  const low = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const e = node.parentElement;
    if (!node.data.trim() || e.closest("title,desc")) continue;
    const style = getComputedStyle(e);
    let front = rgb(e.closest("svg") ? style.fill : style.color), back = behind(e);
    if (e.matches("svg .inside")) back = rgb(getComputedStyle(e.previousElementSibling).fill);
    const r = ratio(front, back);
    if (r < 4.5) low.add(`${r.toFixed(2)} at ${e.tagName}.${e.getAttribute("class")}`);
  }
  const unreachable = [...document.querySelectorAll("body *")].filter((e) =>
    e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === "auto" && e.tabIndex < 0).map((e) => e.tagName);
  const back = rgb(getComputedStyle(document.body).backgroundColor);
  return {
    Title: document.title, Lang: document.documentElement.lang, Text: document.body.innerText, Hacked: window.hacked !== undefined,
    Width: document.documentElement.scrollWidth, Viewport: document.documentElement.clientWidth,
    Scripts: document.querySelectorAll("script,object,embed,img,link,base").length, Frames: document.querySelectorAll("iframe,frame").length,
    Contrast: [...low].slice(0, 5), Unreachable: unreachable.slice(0, 5), Dark: light(back) < 0.2,
  };
})()
