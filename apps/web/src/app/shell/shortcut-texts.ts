/** Not in `../texts.ts`: those are part of the first load, these load when the list opens. */
export const texts = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  rows: [
    [['Space', 'K'], 'Play or pause'],
    [['J'], 'Back 15 seconds'],
    [['L'], 'Forward 15 seconds'],
    [['<'], 'Slower'],
    [['>'], 'Faster'],
    [['/'], 'Jump to the search or link box'],
    [['⌘ / Ctrl', 'K'], 'Find a page or summary'],
    [['G', 'D'], 'Schedule'],
    [['G', 'S'], 'Generate Summary'],
    [['G', 'H'], 'My Summaries'],
    [['G', 'P'], 'Popular'],
    [['?'], 'Show keyboard shortcuts'],
  ],
} as const
