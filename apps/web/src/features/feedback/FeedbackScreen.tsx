import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useClient, useSession } from '../../api/ConnectionContext.tsx'
import { useStart } from '../../api/start.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { focusHeadingOnRemoval } from '../../ui/focus-heading-on-removal.ts'
import { Page } from '../../ui/Page.tsx'
import { AuthFrame } from '../auth/AuthFrame.tsx'
import { useMailDelivery } from '../auth/NoMailBanner.tsx'
import { useProfile } from '../auth/profile.ts'
import { contextLines, withContext } from './context.ts'
import { useDraft, useFeedbackState } from './draft.ts'
import { FeedbackFields } from './FeedbackFields.tsx'
import type { FeedbackForm } from './model.ts'
import { texts } from './texts.ts'

/** Visitors see the form on a card, users within the app frame. */
export default function FeedbackScreen() {
  return useSession().kind === 'signed_in' ? <UserForm /> : <VisitorForm />
}

function UserForm() {
  const { data: user, isPending } = useProfile()
  const isMailed = useMailDelivery() === 'sent'
  return (
    <Page title={texts.title} width="form" backTo="/support">
      {/* Default values are applied only once, so wait for the profile. */}
      {!isPending && (
        <FormOrThanks email={user?.email ?? ''} copyTo={user?.emailVerified && isMailed ? user.email : null} />
      )}
    </Page>
  )
}

const VisitorForm = () => (
  <AuthFrame title={texts.title} isPlain>
    <FormOrThanks email="" copyTo={null} />
  </AuthFrame>
)

/** The form, or a thank-you message once the server has the message. If sending fails, the form keeps its values. */
function FormOrThanks({ email, copyTo }: { email: string; copyTo: string | null }): ReactNode {
  const client = useClient()
  const draft = useDraft()
  const context = useContextLines()
  const send = useMutation({
    mutationFn: ({ form, attached, wantsCopy }: Message) =>
      client.feedback.send({
        body: {
          ...form,
          message: withContext(form.message, attached),
          email: form.email || null,
          ...(wantsCopy && { copy: true }),
        },
      }),
    onSuccess: draft.clear,
  })
  if (!send.isSuccess)
    return (
      <FeedbackFields
        initial={{ subject: '', message: '', email, ...draft.values }}
        context={context}
        copyTo={copyTo}
        onChange={draft.save}
        isSending={send.isPending}
        error={send.error}
        onSend={(form, extras) => send.mutate({ form, ...extras })}
      />
    )
  const { id, email: replyTo } = send.data.data
  const writeAnother = () => {
    draft.startNew()
    send.reset()
  }
  return (
    // Takes the focus so that screen readers read it: many ignore a status region that has just been added.
    <div className="feedback__sent" tabIndex={-1} ref={takeFocus}>
      <EmptyState
        icon="check"
        title={texts.sent.title}
        action={
          <span className="feedback__ways">
            <Link className="button button--secondary" to="/support">
              {texts.sent.back}
            </Link>
            <Button kind="quiet" onClick={writeAnother} ref={focusHeadingOnRemoval}>
              {texts.sent.another}
            </Button>
          </span>
        }
      >
        {texts.sent.text(id)} {replyTo && texts.sent.answer(replyTo)}{' '}
        {send.variables.wantsCopy && copyTo && texts.sent.copy(copyTo)}
      </EmptyState>
    </div>
  )
}

const takeFocus = (sent: HTMLElement | null) => sent?.focus()

interface Message {
  form: FeedbackForm
  attached: readonly string[]
  wantsCopy: boolean
}

function useContextLines(): string[] {
  const { from } = useFeedbackState()
  const { data: versions } = useStart()
  return contextLines({ page: from ?? null, app: __APP_VERSION__, api: versions?.version ?? null })
}
