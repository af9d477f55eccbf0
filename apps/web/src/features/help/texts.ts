export const texts = {
  faq: {
    title: 'Questions and answers',
    lead: 'Short answers to common questions. Can’t find yours?',
    write: 'Contact us',
  },
  support: {
    title: 'Support',
    lead: 'Find an answer or contact us.',
    youtube: 'For administrators: what to do when YouTube blocks this server',
    write: {
      title: 'Contact Us',
      text: 'Tell us what you did, what happened and for which video, so that we can look into it.',
      answered: 'We’ll reply by email to the address you give us.',
      form: 'Open the form',
      mail: (address: string) => `Email ${address}`,
    },
    quick: { title: 'Quick answers', all: 'All questions and answers' },
    /** Question ids. */
    quickQuestions: ['password', 'email', 'cancel', 'captions', 'failed', 'delete'],
    creators: {
      title: 'For creators',
      text: 'Summaries name and link the creator of the video. If you don’t want your videos summarized here, tell us. We’ll stop summarizing the video, or your whole channel, for everyone. People who already have a summary keep it, but nobody else can see it.',
      action: 'Request removal',
      draft: {
        subject: 'Please remove my video or channel',
        message: 'Link to the video or channel:\n\nHow you can tell that it’s mine:\n',
      },
    },
    safety: {
      title: 'Found a security problem?',
      text: (where: string) =>
        `Please tell us before you tell anyone else: ${where}. Our [security.txt](/.well-known/security.txt) has the details.`,
    },
    legalLinks: '[Terms of Service](/terms) · [Privacy Policy](/privacy)',
  },
} as const
