import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { type Problem, problemOf } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { PasswordField } from '../../auth/PasswordField.tsx'
import { useToldAfterwards } from '../../auth/told-afterwards.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { storeOf, storeThatCharges } from '../../subscriptions/stores.ts'
import { useDeleteAccount } from './data-queries.ts'
import { texts } from './texts.ts'

const words = texts.leaving

export function DeleteCard() {
  const [isOpen, setOpen] = useState(false)
  const remove = useDeleteAccount()
  const open = () => {
    if (!remove.isPending) remove.reset()
    setOpen(true)
  }
  return (
    <Card title={words.title}>
      <p className="account__lead">{words.lead}</p>
      <div className="settings__delete">
        <Button kind="danger" onClick={open}>
          {words.open}
        </Button>
      </div>
      <Dialog
        kind="modal"
        label={words.dialog}
        isOpen={isOpen}
        isHeld={remove.isPending}
        onClose={() => setOpen(false)}
      >
        <Confirmation remove={remove} onLeave={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

/** What was bought here ends with the account; what a store sold, only its user can end. */
function Plan() {
  const { data } = useEntitlement()
  if (!data) return null
  const store = storeThatCharges(data)
  if (store)
    return (
      <Banner tone="warning">
        {words.inStore(store.name)}{' '}
        <a href={store.page} target="_blank" rel="noopener noreferrer">
          {words.endInStore(store.name)}
        </a>
      </Banner>
    )
  const isPaidHere = data.subscriptions.some(one => one.status === 'active' && !storeOf(one, data))
  return (
    isPaidHere && (
      <Banner tone="warning">
        {words.byCard} <Link to="/terms#refunds">{words.refunds}</Link>
      </Banner>
    )
  )
}

function wrongWords({ code, sentence }: Problem, hasPassword: boolean): string {
  if (!hasPassword) return sentence
  return code === 'address_differs' ? words.noneSet : words.wrongPassword
}

/** Asks again, and for the password; an account that never had one is shown by its address. */
function Confirmation({ remove, onLeave }: { remove: ReturnType<typeof useDeleteAccount>; onLeave(): void }) {
  const tell = useToldAfterwards()
  const [hasPassword, setHasPassword] = useState(true)
  const [typed, setTyped] = useState('')
  const problem = remove.isError ? problemOf(remove.error) : null
  const isWrong = problem?.code === 'wrong_password' || problem?.code === 'address_differs'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed) remove.mutateAsync(hasPassword ? { password: typed } : { email: typed.trim() }).catch(tell)
  }
  const field = {
    value: typed,
    required: true,
    autoFocus: true,
    error: isWrong ? wrongWords(problem, hasPassword) : undefined,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  }
  return (
    <form className="account__danger" onSubmit={submit}>
      <h2 className="account__danger-title">{words.dialog}</h2>
      <p>{words.warning}</p>
      <Plan />
      {problem && !isWrong && <Banner tone="danger">{problem.sentence}</Banner>}
      {hasPassword ? (
        <PasswordField key="password" label={words.password} autoComplete="current-password" {...field} />
      ) : (
        <Field key="email" label={words.email} type="email" autoComplete="off" {...field} />
      )}
      <Button
        kind="quiet"
        onClick={() => {
          setHasPassword(!hasPassword)
          setTyped('')
          remove.reset()
        }}
      >
        {hasPassword ? words.noPassword : words.hasPassword}
      </Button>
      <div className="account__pair">
        {/* Once it is on its way nothing here keeps the account any more. */}
        <Button onClick={onLeave}>{remove.isPending ? words.close : words.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={remove.isPending} disabled={!typed}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
