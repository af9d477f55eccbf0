/** Apart from the other words of the frame: they come with the first page, these when somebody asks for them. */
export const texts = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  rows: [
    [['Space', 'K'], 'Play or pause'],
    [['J'], 'Back 15 seconds'],
    [['L'], 'Forward 15 seconds'],
    [['<'], 'Slower'],
    [['>'], 'Faster'],
    [['/'], 'Go to the search or link box'],
    [['⌘ / Ctrl', 'K'], 'Find a page or a summary'],
    [['G', 'D'], 'Schedule'],
    [['G', 'S'], 'Generate Summary'],
    [['G', 'H'], 'My Summaries'],
    [['G', 'P'], 'Popular'],
    [['?'], 'This list'],
  ],
} as const
