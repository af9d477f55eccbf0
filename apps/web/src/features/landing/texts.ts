import { maxVideoHours } from '@recaps/domain/duration'

const hours = `${maxVideoHours} hours`

export const texts = {
  description: `Turn YouTube videos up to ${hours} long into English summaries you can read or listen to. Every sentence links to its moment in the video.`,
  skip: 'Skip to content',
  header: {
    title: 'Recaps',
    label: 'Sections',
    start: 'Get Started',
    home: 'Home',
    menu: 'Menu',
    menuLabel: 'Page menu',
    theme: 'Toggle Theme',
  },
  /** Titles from the specification; `inMenu` is used where the menu's title differs from the header's. */
  sections: [
    { id: 'features', title: 'Features' },
    { id: 'how-it-works', title: 'How It Works' },
    { id: 'pricing', title: 'Pricing' },
    { id: 'faq', title: 'FAQ' },
    { id: 'about', title: 'About Us', inMenu: 'About' },
  ],
  hero: {
    title: 'Hours of video, minutes of reading.',
    lead: `Recaps turns videos up to ${hours} long into English summaries you can read or listen to. Every sentence links to its moment in the video.`,
    label: 'YouTube link',
    example: 'https://www.youtube.com/watch?v=…',
    go: 'Summarize',
    linkKept: 'We’ll keep your link while you log in or sign up.',
    free: (summaries: number) => `${summaries} free summaries every month.`,
  },
  example: {
    label: 'Example summary',
    points: 'Key points',
    play: 'Play example',
    pause: 'Pause example',
    listenFrom: (clock: string) => `Listen from here: ${clock} in the talk`,
    failed: 'Couldn’t load the audio. You can still read the summary here.',
    origin:
      'We wrote this talk ourselves. The summary and its audio come straight from the built-in engine; we only shortened it to one section.',
  },
  features: {
    title: 'What you get',
    list: [
      {
        id: 'cited',
        title: 'Every sentence links to its moment',
        text: 'Point at a sentence to see its moment in the video, or tap it to hear for yourself. Numbers, names and negations are checked against what was said.',
        alt: 'A sentence of a summary, with a button that plays its moment in the video.',
      },
      {
        id: 'audio',
        title: 'Listen on the go',
        text: 'Summaries are read aloud, and each sentence lights up as you hear it. Queue a few, pick a speed and set a sleep timer. Playback continues while you browse.',
        alt: 'The player, with title, seek bar, play button, speed and sleep timer.',
      },
      {
        id: 'digest',
        title: 'A digest when you want it',
        text: 'Follow channels and pick a day and time. Everything new arrives as one digest, in the app and by email.',
        alt: 'The schedule, with the date and time of the next digest.',
      },
      {
        id: 'long',
        title: `Videos up to ${hours}`,
        text: 'We read the whole video, down to the last minute. A bar shows which parts the summary cites, and a note says whether its sentences are quoted from the video or checked against it.',
        alt: 'The top of a summary of a 12-hour video, with a bar that shows the cited parts.',
      },
    ],
  },
  steps: {
    title: 'How it works',
    list: [
      { title: 'Choose', text: 'Paste a YouTube link, or choose channels to follow.' },
      { title: 'Pick a time', text: 'Get your summary right away, or a digest on the day and at the time you choose.' },
      {
        title: 'Read or listen',
        text: 'In the app, by email or on your headphones. Every sentence links back to the video.',
      },
    ],
  },
  pricing: {
    title: 'Pricing',
    lead: 'Billed monthly, in US dollars. Cancel any time and keep your plan until the end of the billing period.',
    unsold: 'Nothing is sold on this server: every account gets the plan marked below for free.',
    caption: 'What each plan includes',
    onThisServer: 'Free on this server',
    selfHosted: 'Self-hosted',
    selfHostedNote: 'MIT license. You set the limits.',
    scroll: 'Plans (scrollable table)',
  },
  quality: {
    title: 'How good are the summaries?',
    lead: 'Summaries are written by software and can be wrong. So we measure how good they are, and you can check every sentence yourself.',
    caught:
      'of the errors we planted in sentences (a different number or name, an added “not”) were caught by the check that every sentence goes through.',
    falselyFlagged: 'of the correct sentences were flagged by mistake.',
    agreement: (byChance: string) =>
      `of the sentences our engine picked from meetings were also picked by people who marked what matters. By chance it would be ${byChance}.`,
    covered: (hours: string) =>
      `of the ten-minute segments of a recording of ${hours} are represented in its long summary.`,
    measured: (what: string) =>
      `Measured with the built-in engine on ${what}, all of them meetings and calls with accurate transcripts. Automatic captions are harder, and your videos may be different.`,
  },
  faq: { title: 'Frequently asked questions', all: 'All questions and answers' },
  about: {
    title: 'About',
    runs: 'This service is provided by the operator of this server.',
    reach: 'Contact them at',
    orForm: 'or use the',
    form: 'contact form',
    software:
      'The software is open source under the MIT license, so you can run it on your own machine. It can write summaries and read them aloud without any external service. To see which services this server uses, and what they receive, read the',
    privacy: 'Privacy Policy',
    source: 'Source code of this server:',
  },
} as const
