import { useDevice } from '../../device/DeviceContext.tsx'
import { Button } from '../../ui/Button.tsx'
import type { useLogIn } from './queries.ts'
import { texts } from './texts.ts'

const demoTexts = texts.demo

interface Props {
  logIn: ReturnType<typeof useLogIn>
}

/**
 * Logs visitors in to the shared account that the server offers (`DEMO_LOGIN`). Always part of the prerendered page, where the
 * style sheet hides it if the server offers no account.
 */
export function DemoLogin({ logIn }: Props) {
  const { demoLogin } = useDevice()
  const isPrerendering = demoLogin.startsWith('%')
  const account = accountOf(demoLogin)
  if (!account && !isPrerendering) return null
  return (
    <section className="demo-entrance" data-account={demoLogin} aria-label={demoTexts.label}>
      <p className="demo-entrance__note">{demoTexts.note}</p>
      <Button icon="play" isWide isBusy={logIn.isPending} onClick={() => account && logIn.mutate(account)}>
        {demoTexts.go}
      </Button>
    </section>
  )
}

function accountOf(text: string): { email: string; password: string } | null {
  const [, email, password] = /^(\S+) (.+)$/.exec(text) ?? []
  return email && password ? { email, password } : null
}
