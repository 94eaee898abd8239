// How smoothly the table of hits scrolls.

/** Milliseconds of the longest task while somebody drags the bar through 10,000 rows, 218 of them a frame; 0: none. */
export function longestScrolling(page) {
  return page.evaluate(async () => {
    let most = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) most = Math.max(most, duration);
    });
    observer.observe({ entryTypes: ["longtask"] });
    const box = document.querySelector("[aria-label='Hits']");
    box.scrollTop = 0;
    for (let step = 0; step < 40; step++) {
      box.scrollTop += 7000;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    observer.disconnect();
    return most;
  });
}
