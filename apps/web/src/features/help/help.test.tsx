import { plans } from '@recaps/domain/plans'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'

withMemoryServer()

/** Adds a setting to the page as the server does. */
function addPageFact(name: string, content: string) {
  document.head.insertAdjacentHTML('beforeend', `<meta name="${name}" content="${content}">`)
  onTestFinished(() => document.querySelector(`meta[name="${name}"]`)?.remove())
}
const sellPlans = () => addPageFact('third-parties', 'payments:stripe')
const answerOf = async (question: string) => (await screen.findByText(question)).closest('details')!

describe('the FAQ', () => {
  test.each([
    ['How long can a video be?', 'Up to 12 hours.'],
    ['What language are summaries in?', 'English only.'],
    ['What are summaries based on?', 'Only on what is said in the video.'],
    ['Which channels can I follow?', 'Any public YouTube channel.'],
    ['What if a channel becomes private or is deleted?', 'We pause that channel and notify you.'],
    ['Which time zone do schedules use?', 'Yours.'],
    ['What happens when I cancel?', 'You keep your plan until the end of the billing period'],
    ['How do I change my email address?', 'Our support team does it by hand'],
    ['Is there a free trial?', 'No plan has a free trial'],
  ])('the FAQ answers “%s”', async (question, answer) => {
    sellPlans()
    openApp('/faq', { isSignedOut: true })
    expect(await answerOf(question)).toHaveTextContent(answer)
  })

  test('the FAQ states the prices and limits of the plans', async () => {
    sellPlans()
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
    expect(answer).toHaveTextContent('Pro and Ultimate also let you ask questions about a video.')
    expect(await answerOf('How often will I get new summaries?')).toHaveTextContent(
      'monthly with every plan, fortnightly and weekly from Basic up, every other day from Premium up and daily from Pro up',
    )
    expect(await answerOf('Which channels can I follow?')).toHaveTextContent(
      '1 with Free, 2 with Basic, 10 with Premium',
    )
    expect(plans).toHaveLength(5)
  })

  test('the FAQ says that plans are free and omits payments if nothing is sold', async () => {
    addPageFact('default-plan', 'ultimate')
    openApp('/faq', { isSignedOut: true })
    expect(await answerOf('What do the plans include?')).toHaveTextContent(
      'Nothing is sold on this server: every account has the Ultimate plan for free.',
    )
    expect(screen.queryByText('What happens when I cancel?')).not.toBeInTheDocument()
  })

  test('the FAQ mentions other languages and transcription if they are set up', async () => {
    addPageFact('third-parties', 'model:other hearing:other')
    openApp('/faq', { isSignedOut: true })
    expect(await answerOf('What language are summaries in?')).toHaveTextContent('can be in another language')
    expect(await answerOf('What if a video has no captions?')).toHaveTextContent('We transcribe its audio first')
  })

  test('the FAQ opens the question in the URL fragment', async () => {
    openApp('/faq#length', { isSignedOut: true })
    const answer = await answerOf('How long can a video be?')
    expect(answer).toHaveAttribute('open')
    expect(await answerOf('What can I summarize?')).not.toHaveAttribute('open')
  })
})

describe('the support page', () => {
  test('the support page opens from the menu within the app frame', async () => {
    const { user } = openApp('/tabs/history')
    await user.click(await screen.findByRole('link', { name: 'Support' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Support' })).toBeInTheDocument()
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'All questions and answers' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Questions and answers' })).toBeInTheDocument()
  })

  test('the support page links to the support email address of this server', async () => {
    addPageFact('support-email', 'help@talks.example')
    openApp('/support', { isSignedOut: true })
    expect(await screen.findByRole('link', { name: 'Email help@talks.example' })).toHaveAttribute(
      'href',
      'mailto:help@talks.example',
    )
  })

  test('the support page prefills a removal request for creators', async () => {
    const { user } = openApp('/support#creators', { isSignedOut: true })
    await user.click(await screen.findByRole('link', { name: 'Request removal' }))
    expect(await screen.findByLabelText('Subject')).toHaveValue('Please remove my video or channel')
    expect(screen.getByLabelText('Message')).toHaveDisplayValue(/Link to the video or channel:/)
    expect(path()).toBe('/feedback')
  })

  test('the support page shows visitors the privacy policy in the footer only', async () => {
    openApp('/support', { isSignedOut: true })
    await screen.findByRole('heading', { level: 1, name: 'Support' })
    expect(screen.getAllByRole('link', { name: 'Privacy Policy' })).toHaveLength(1)
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Privacy Policy' })).not.toBeInTheDocument()
  })

  test('the support page lists the most common questions', async () => {
    sellPlans()
    openApp('/support', { isSignedOut: true })
    const questions = (await screen.findByRole('region', { name: 'Quick answers' })).querySelectorAll('summary')
    expect([...questions].map(question => question.textContent)).toEqual([
      'I forgot my password.',
      'How do I change my email address?',
      'What happens when I cancel?',
      'What if a video has no captions?',
      'Do failed summaries count toward my limit?',
      'How do I delete my account?',
    ])
    fireEvent.click(questions[0]!)
  })
})

test('the footer of public pages has the four links, the year and the app version [spec 2.14, 2.15]', async () => {
  openApp('/faq', { isSignedOut: true })
  const footer = await screen.findByRole('contentinfo')
  expect(
    within(footer)
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Home', '/landing'],
    ['Privacy Policy', '/privacy'],
    ['Terms of Service', '/terms'],
    ['Contact Us', '/feedback'],
  ])
  expect(footer).toHaveTextContent(`© ${new Date().getFullYear()} Recaps`)
  expect(footer).toHaveTextContent('App: 0.1.0')
})

test('the header of public pages links to the login page, but not on the login page itself', async () => {
  const { user } = openApp('/faq', { isSignedOut: true })
  await user.click(await screen.findByRole('link', { name: 'Log in' }))
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
  expect(screen.getByRole('banner')).toHaveTextContent(/^Recaps$/)
})
