import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useClient, useSession } from '../../api/ConnectionContext.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { AuthFrame } from '../auth/AuthFrame.tsx'
import { useProfile } from '../auth/profile.ts'
import { FeedbackFields } from './FeedbackFields.tsx'
import type { FeedbackForm } from './model.ts'
import { texts } from './texts.ts'

/** For visitors on a card, for users in the frame of the app. */
export default function FeedbackScreen() {
  return useSession().kind === 'signed_in' ? <OfUser /> : <OfVisitor />
}

function OfUser() {
  const { data: user, isPending } = useProfile()
  return (
    <Page title={texts.title} width="form">
      {/* The address is filled in once, so it is waited for. */}
      {!isPending && <Exchange email={user?.email ?? ''} />}
    </Page>
  )
}

const OfVisitor = () => (
  <AuthFrame title={texts.title} isPlain>
    <Exchange email="" />
  </AuthFrame>
)

/** The form, and what stands in its place once the message has arrived. What was typed stays when it has not. */
function Exchange({ email }: { email: string }): ReactNode {
  const client = useClient()
  const draft = useDraft()
  const send = useMutation({
    mutationFn: (form: FeedbackForm) => client.feedback.send({ body: { ...form, email: form.email || null } }),
  })
  if (!send.isSuccess)
    return (
      <FeedbackFields
        initial={{ subject: '', message: '', email, ...draft }}
        isSending={send.isPending}
        error={send.error}
        onSend={form => send.mutate(form)}
      />
    )
  const { email: answeredTo } = send.data.data
  return (
    <div role="status">
      <EmptyState
        icon="check"
        title={texts.sent.title}
        action={<Button onClick={() => send.reset()}>{texts.sent.another}</Button>}
      >
        {texts.sent.text} {answeredTo && texts.sent.answer(answeredTo)}
      </EmptyState>
    </div>
  )
}

/** What another page has written already. */
function useDraft(): Partial<FeedbackForm> {
  const state = useLocation().state as { draft?: Partial<FeedbackForm> } | null
  return state?.draft ?? {}
}
