import { longestVideoHours } from '@recaps/domain/duration'

const hours = `${longestVideoHours} hours`

export const texts = {
  description: `YouTube videos of up to ${hours} as English summaries, to read and to hear. Every sentence names the second it comes from.`,
  skip: 'Skip to the content',
  header: {
    title: 'Recaps',
    label: 'Sections',
    start: 'Get Started',
    home: 'Home',
    menu: 'Menu',
    menuLabel: 'Menu of this page',
    theme: 'Toggle Theme',
  },
  /** As the specification names them: in the header, and in the menu where it differs. */
  sections: [
    { id: 'features', title: 'Features' },
    { id: 'how-it-works', title: 'How It Works' },
    { id: 'pricing', title: 'Pricing' },
    { id: 'faq', title: 'FAQ' },
    { id: 'about', title: 'About Us', inMenu: 'About' },
  ],
  hero: {
    title: 'Hours of video, minutes of reading.',
    lead: `Recaps turns what is said in a video of up to ${hours} into an English summary to read or to hear, and every sentence names the second it comes from.`,
    label: 'Link of a YouTube video',
    example: 'https://www.youtube.com/watch?v=…',
    go: 'Summarize',
    kept: 'Your link waits while you log in or create an account.',
    free: (summaries: number) => `${summaries} summaries a month are free.`,
  },
  example: {
    label: 'An example',
    points: 'In three points',
    play: 'Play the example',
    pause: 'Pause the example',
    hearFrom: (clock: string) => `Hear from here. Said in the talk at ${clock}`,
    failed: 'The sound could not be loaded. The sentences are all here.',
    ours: 'We wrote this talk ourselves; the summary and the voice are what the built-in engine made of it, word for word, shortened to one of its sections.',
  },
  features: {
    title: 'What you get',
    list: [
      {
        id: 'cited',
        title: 'Every sentence names its second',
        text: 'Point at a sentence and see the moment of the video it comes from; press it, and hear for yourself. Numbers, names and negations are checked against what was said.',
        alt: 'A sentence of a summary, with a button below it that leads to its second of the video.',
      },
      {
        id: 'audio',
        title: 'Hear it on the way',
        text: 'The summary is read aloud, and each sentence lights up as it is heard. Queue several, choose the speed, set a sleep timer; it plays on while you look around.',
        alt: 'The player with title, seek bar, play button, speed and sleep timer.',
      },
      {
        id: 'digest',
        title: 'A digest, when you want it',
        text: 'Follow channels and choose the day and the hour. What is new comes as one digest, in the app and by email.',
        alt: 'The schedule, with the date and the time of the next digest.',
      },
      {
        id: 'long',
        title: `Videos up to ${hours}`,
        text: 'The whole video is read, to its last minute. A bar shows which parts of it the summary draws on, and the text says whether its sentences are quoted from the video or were checked against it.',
        alt: 'The head of the summary of a video of twelve hours, with the bar of the parts it draws on.',
      },
    ],
  },
  steps: {
    title: 'How it works',
    list: [
      { title: 'Choose', text: 'Paste the link of a video, or choose channels to follow.' },
      { title: 'Say when', text: 'At once, or on the days and at the hour you want your digest.' },
      {
        title: 'Read or listen',
        text: 'In the app, by email, or in your ears. Each sentence leads back to the video.',
      },
    ],
  },
  pricing: {
    title: 'Pricing',
    lead: 'By the month, in US dollars. Cancel at any time; your plan stays until the end of the month that is paid for.',
    unsold: 'Nothing is sold on this server: every account has the plan that is marked here, and pays nothing.',
    caption: 'What each plan includes in a month',
    here: 'Every account here',
    own: 'Your own server',
    ownNote: 'MIT licence; you set the limits.',
    scroll: 'Plans, can be scrolled sideways',
  },
  quality: {
    title: 'How good the summaries are',
    lead: 'A program writes them, and it may be wrong. So we measure it, and each sentence can be checked.',
    caught:
      'of the falsehoods that we put into sentences, another number or name or a “not”, are found by the check that every sentence passes.',
    doubted: 'of the sentences that were right are doubted by that check.',
    agreed: (byChance: string) =>
      `of the sentences it picks from a meeting were picked by people as well who marked what matters in it. By chance it would be ${byChance}.`,
    covered: (hours: string) =>
      `of the parts of a recording of ${hours}, ten minutes each, have a sentence in the long summary.`,
    measured: (what: string) =>
      `Measured with the built-in engine on ${what}, meetings and calls, with every word as it was said; automatic captions are harder. Your video may be another kind.`,
  },
  faq: { title: 'Questions', all: 'All questions and answers' },
  about: {
    title: 'About',
    runs: 'This service is offered by whoever runs this server.',
    reach: 'You reach them at',
    orForm: 'or by the',
    form: 'form',
    software:
      'The software is open, under the MIT licence: anybody may run it on a machine of their own. It writes and speaks by itself; whether a service outside is asked as well, and what it is given, stands in the',
    privacy: 'Privacy Policy',
    source: 'The source code of this server is at',
  },
} as const
