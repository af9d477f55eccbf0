export const texts = {
  title: 'Share this summary',
  close: 'Close',
  lead: 'Whoever has the link reads and hears this summary, with no account.',
  seen: 'They see',
  seenWhat: 'the summary with its times, its sound, and whose video it is',
  hidden: 'They do not see',
  hiddenWhat: 'who you are, the transcript, what you asked, or how far you read',
  make: 'Make a link',
  link: 'Link to this summary',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Mark the link and copy it by hand.',
  passOn: 'Send by another app',
  stop: 'Stop sharing',
  stopped: 'The link does not open anything any more.',
  undo: 'Undo',
  // A link without its address: the secret of the installation is another one by now.
  noAddress:
    'This summary is shared under a link that cannot be shown any more. Stop sharing it, and make another one.',
  others: 'Without the link nobody sees that you have it. Whether it counts for Popular is chosen in the',
  settings: 'settings',
  titleOfMany: 'Share these summaries',
  leadOfMany: 'Each gets a link of its own. Whoever has it reads and hears that summary, with no account.',
  leftOut: (count: number) =>
    count === 1
      ? 'One that you chose has no link to give, and is left out.'
      : `${count} that you chose have no link to give, and are left out.`,
  makeMany: (count: number) => (count === 1 ? 'Make a link' : `Make ${count} links`),
  makeOthers: (count: number) => (count === 1 ? 'Make the one that is missing' : `Make the ${count} that are missing`),
  doneOf: (done: number, total: number) => `${done} of ${total}`,
  notAll: (left: number) => (left === 1 ? 'One of them stays as it was.' : `${left} of them stay as they were.`),
  links: (count: number) => (count === 1 ? '1 link' : `${count} links`),
  copyMany: (count: number) => (count === 1 ? 'Copy the link' : `Copy ${count} links`),
  listNotCopied: 'Mark the list and copy it by hand.',
  stopMany: (count: number) => (count === 1 ? 'Stop sharing it again' : `Stop sharing these ${count} again`),
  stoppedMany: (count: number) =>
    count === 1 ? 'Its link does not open anything any more.' : `${count} links do not open anything any more.`,
} as const
