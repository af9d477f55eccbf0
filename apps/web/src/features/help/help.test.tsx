import { plans } from '@recaps/domain/plans'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'

withMemoryServer()

/** As the server writes it into the page. */
function fact(name: string, content: string) {
  document.head.insertAdjacentHTML('beforeend', `<meta name="${name}" content="${content}">`)
  onTestFinished(() => document.querySelector(`meta[name="${name}"]`)?.remove())
}
const whereItIsSold = () => fact('third-parties', 'payments:stripe')
const answerOf = async (question: string) => (await screen.findByText(question)).closest('details')!

describe('questions and answers', () => {
  test.each([
    ['How long may a video be?', 'Up to 12 hours.'],
    ['In which language are summaries written?', 'In English only.'],
    ['What does a summary rest on?', 'On what is said.'],
    ['Which channels can I follow?', 'Any public channel on YouTube.'],
    ['What if a channel becomes private or is deleted?', 'It is paused, and you are told once.'],
    ['In which time zone does a schedule run?', 'In yours.'],
    ['What happens when I cancel?', 'Your plan stays until the end of the month that is paid for'],
    ['How do I change my email address?', 'Support does it by hand'],
    ['Is there a free trial?', 'No plan has one.'],
  ])('%s', async (question, answer) => {
    whereItIsSold()
    openApp('/faq', { isSignedOut: true })
    expect(await answerOf(question)).toHaveTextContent(answer)
  })

  test('tell the figures of the plans as they are sold', async () => {
    whereItIsSold()
    openApp('/faq', { isSignedOut: true })
    const answer = await answerOf('What do the plans include?')
    expect(
      [...answer.querySelectorAll('dl > div')].map(row => [...row.children].map(cell => cell.textContent)),
    ).toEqual([
      ['Free: $0 a month', '3 summaries and 3 community reads a month, 1 channel to follow'],
      ['Basic: $4.99 a month', '10 summaries and 10 community reads a month, 2 channels to follow'],
      ['Premium: $9.99 a month', '30 summaries and 30 community reads a month, 10 channels to follow'],
      ['Pro: $24.99 a month', '500 summaries and 500 community reads a month, 50 channels to follow'],
      ['Ultimate: $99.99 a month', '1,000 summaries and 9,999 community reads a month, 100 channels to follow'],
    ])
    expect(answer).toHaveTextContent('Asking a video questions is part of Pro and Ultimate.')
    expect(await answerOf('How often do new summaries come?')).toHaveTextContent(
      'monthly with every plan, fortnightly and weekly from Basic on, every other day from Premium on and daily from Pro on',
    )
    expect(await answerOf('Which channels can I follow?')).toHaveTextContent(
      '1 with Free, 2 with Basic, 10 with Premium',
    )
    expect(plans).toHaveLength(5)
  })

  test('say what holds where nothing is sold', async () => {
    fact('default-plan', 'ultimate')
    openApp('/faq', { isSignedOut: true })
    expect(await answerOf('What do the plans include?')).toHaveTextContent(
      'Nothing is sold on this server: every account has the Ultimate plan, and pays nothing.',
    )
    expect(screen.queryByText('What happens when I cancel?')).not.toBeInTheDocument()
  })

  test('say what a language model and speech to text change', async () => {
    fact('third-parties', 'model:other hearing:other')
    openApp('/faq', { isSignedOut: true })
    expect(await answerOf('In which language are summaries written?')).toHaveTextContent('may be in another language')
    expect(await answerOf('What if a video has no captions?')).toHaveTextContent('its sound is listened to')
  })

  test('have an address each, at which they stand open', async () => {
    openApp('/faq#length', { isSignedOut: true })
    const answer = await answerOf('How long may a video be?')
    expect(answer).toHaveAttribute('open')
    expect(await answerOf('What can be summarized?')).not.toHaveAttribute('open')
  })
})

describe('support', () => {
  test('is found in the menu, and stays in the frame of the app', async () => {
    const { user } = openApp('/tabs/history')
    await user.click(await screen.findByRole('link', { name: 'Support' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Support' })).toBeInTheDocument()
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'All questions and answers' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Questions and answers' })).toBeInTheDocument()
  })

  test('is reached by mail at the address of this server', async () => {
    fact('support-email', 'help@talks.example')
    openApp('/support', { isSignedOut: true })
    expect(await screen.findByRole('link', { name: 'Email help@talks.example' })).toHaveAttribute(
      'href',
      'mailto:help@talks.example',
    )
  })

  test('has the request of a creator written already', async () => {
    const { user } = openApp('/support#creators', { isSignedOut: true })
    await user.click(await screen.findByRole('link', { name: 'Ask for removal' }))
    expect(await screen.findByLabelText('Subject')).toHaveValue('Please take out my video or channel')
    expect(screen.getByLabelText('Message')).toHaveDisplayValue(/Link of the video or channel:/)
    expect(path()).toBe('/feedback')
  })

  test('names the papers to users, for visitors have them in the foot of the page', async () => {
    openApp('/support', { isSignedOut: true })
    await screen.findByRole('heading', { level: 1, name: 'Support' })
    expect(screen.getAllByRole('link', { name: 'Privacy Policy' })).toHaveLength(1)
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Privacy Policy' })).not.toBeInTheDocument()
  })

  test('leads to what most people look for', async () => {
    whereItIsSold()
    openApp('/support', { isSignedOut: true })
    const questions = (await screen.findByRole('region', { name: 'Quick answers' })).querySelectorAll('summary')
    expect([...questions].map(question => question.textContent)).toEqual([
      'I forgot my password.',
      'How do I change my email address?',
      'What happens when I cancel?',
      'What if a video has no captions?',
      'Does a summary that failed count?',
      'How do I delete my account?',
    ])
    fireEvent.click(questions[0]!)
  })
})

test('the foot of each public page leads home, to the papers and to us, and says year and version [spec 2.14, 2.15]', async () => {
  openApp('/faq', { isSignedOut: true })
  const foot = await screen.findByRole('contentinfo')
  expect(
    within(foot)
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Home', '/landing'],
    ['Privacy Policy', '/privacy'],
    ['Terms of Service', '/terms'],
    ['Contact Us', '/feedback'],
  ])
  expect(foot).toHaveTextContent(`© ${new Date().getFullYear()} Recaps`)
  expect(foot).toHaveTextContent('App: 0.1.0')
})

test('the head of public pages leads on, and is bare where the page itself does', async () => {
  const { user } = openApp('/faq', { isSignedOut: true })
  await user.click(await screen.findByRole('link', { name: 'Log in' }))
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
  expect(screen.getByRole('banner')).toHaveTextContent(/^Recaps$/)
})
