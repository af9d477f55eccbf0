export const texts = {
  faq: {
    title: 'Questions and answers',
    lead: 'Short answers to what people ask. Is yours not here?',
    write: 'Write to us',
  },
  support: {
    title: 'Support',
    lead: 'Find an answer, or write to us.',
    write: {
      title: 'Write to us',
      text: 'With the form, or by email. Say what you did, what you saw, and for which video: then we can look at the same thing.',
      answered: 'We answer by email, to the address you give.',
      form: 'Open the form',
      mail: (address: string) => `Email ${address}`,
    },
    quick: { title: 'Quick answers', all: 'All questions and answers' },
    /** Of the questions, by their ids. */
    quickQuestions: ['password', 'email', 'cancel', 'captions', 'failed', 'delete'],
    creators: {
      title: 'For creators',
      text: 'Summaries name and link whoever made the video. If you do not want yours to be summarized here, tell us: we take out the video or the whole channel, and it is not summarized for anybody any more. People who have a summary already keep it; nobody else is shown it.',
      action: 'Ask for removal',
      draft: {
        subject: 'Please take out my video or channel',
        message: 'Link of the video or channel:\n\nHow you can see that it is mine:\n',
      },
    },
    safety: {
      title: 'A weakness in security',
      text: 'Please tell us before you tell others. [security.txt](/.well-known/security.txt) says how.',
    },
    papers: '[Terms of Service](/terms) · [Privacy Policy](/privacy)',
  },
} as const
