import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { type Problem, toProblem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { PasswordField } from '../../auth/PasswordField.tsx'
import { useErrorToastAfterClose } from '../../auth/useErrorToastAfterClose.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { findChargingStore, getPlanStore } from '../../subscriptions/stores.ts'
import { useDeleteAccount } from './data-queries.ts'
import { texts } from './texts.ts'

const deletionTexts = texts.deletion

export function DeleteCard() {
  const [isOpen, setOpen] = useState(false)
  const remove = useDeleteAccount()
  const open = () => {
    if (!remove.isPending) remove.reset()
    setOpen(true)
  }
  return (
    <Card title={deletionTexts.title}>
      <p className="account__lead">{deletionTexts.lead}</p>
      <div className="settings__delete">
        <Button kind="danger" onClick={open}>
          {deletionTexts.open}
        </Button>
      </div>
      <Dialog
        kind="modal"
        label={deletionTexts.dialog}
        isOpen={isOpen}
        isLocked={remove.isPending}
        onClose={() => setOpen(false)}
      >
        <Confirmation remove={remove} onLeave={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

/** A plan paid by card ends with the account. A plan from an app store must be cancelled there by the user. */
function PlanWarning() {
  const { data } = useEntitlement()
  if (!data) return null
  const store = findChargingStore(data)
  if (store)
    return (
      <Banner tone="warning">
        {deletionTexts.inStore(store.name)}{' '}
        <a href={store.page} target="_blank" rel="noopener noreferrer">
          {deletionTexts.endInStore(store.name)}
        </a>
      </Banner>
    )
  const isPaidHere = data.subscriptions.some(one => one.status === 'active' && !getPlanStore(one, data))
  return (
    isPaidHere && (
      <Banner tone="warning">
        {deletionTexts.byCard} <Link to="/terms#refunds">{deletionTexts.refunds}</Link>
      </Banner>
    )
  )
}

function wrongText({ code, sentence }: Problem, hasPassword: boolean): string {
  if (!hasPassword) return sentence
  return code === 'address_differs' ? deletionTexts.noneSet : deletionTexts.wrongPassword
}

/** Asks for the password. Users without one type their email address instead. */
function Confirmation({ remove, onLeave }: { remove: ReturnType<typeof useDeleteAccount>; onLeave(): void }) {
  const showErrorAfterClose = useErrorToastAfterClose()
  const [hasPassword, setHasPassword] = useState(true)
  const [typed, setTyped] = useState('')
  const problem = remove.isError ? toProblem(remove.error) : null
  const isWrong = problem?.code === 'wrong_password' || problem?.code === 'address_differs'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed)
      remove.mutateAsync(hasPassword ? { password: typed } : { email: typed.trim() }).catch(showErrorAfterClose)
  }
  const field = {
    value: typed,
    required: true,
    autoFocus: true,
    error: isWrong ? wrongText(problem, hasPassword) : undefined,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  }
  return (
    <form className="account__danger" onSubmit={submit}>
      <h2 className="account__danger-title">{deletionTexts.dialog}</h2>
      <p>{deletionTexts.warning}</p>
      <PlanWarning />
      {problem && !isWrong && <Banner tone="danger">{problem.sentence}</Banner>}
      {hasPassword ? (
        <PasswordField key="password" label={deletionTexts.password} autoComplete="current-password" {...field} />
      ) : (
        <Field key="email" label={deletionTexts.email} type="email" autoComplete="off" {...field} />
      )}
      <Button
        kind="quiet"
        onClick={() => {
          setHasPassword(!hasPassword)
          setTyped('')
          remove.reset()
        }}
      >
        {hasPassword ? deletionTexts.noPassword : deletionTexts.hasPassword}
      </Button>
      <div className="account__pair">
        {/* Once the request is sent, closing the dialog can't keep the account. */}
        <Button onClick={onLeave}>{remove.isPending ? deletionTexts.close : deletionTexts.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={remove.isPending} disabled={!typed}>
          {deletionTexts.submit}
        </Button>
      </div>
    </form>
  )
}
