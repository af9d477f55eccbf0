export const texts = {
  faq: {
    title: 'Questions and answers',
    lead: 'Short answers to what people ask. Is yours not here?',
    write: 'Contact us',
  },
  support: {
    title: 'Support',
    lead: 'Find an answer, or contact us.',
    youtube: 'You run this server: what to do when YouTube refuses it',
    write: {
      title: 'Contact Us',
      text: 'Say what you did, what you saw, and for which video: then we can look at the same thing.',
      answered: 'We answer by email, to the address you give.',
      form: 'Open the form',
      mail: (address: string) => `Email ${address}`,
    },
    quick: { title: 'Quick answers', all: 'All questions and answers' },
    /** Of the questions, by their ids. */
    quickQuestions: ['password', 'email', 'cancel', 'captions', 'failed', 'delete'],
    creators: {
      title: 'For creators',
      text: 'Summaries name and link whoever made the video. If you do not want yours to be summarized here, tell us: we take out the video or the whole channel, and it is not summarized for anybody any more. People who already have a summary keep it; nobody else is shown it.',
      action: 'Ask for removal',
      draft: {
        subject: 'Please take out my video or channel',
        message: 'Link of the video or channel:\n\nHow you can see that it is mine:\n',
      },
    },
    safety: {
      title: 'Found a security problem?',
      text: (where: string) =>
        `Please tell us before you tell others: ${where}. [For machines](/.well-known/security.txt)`,
    },
    papers: '[Terms of Service](/terms) · [Privacy Policy](/privacy)',
  },
} as const
