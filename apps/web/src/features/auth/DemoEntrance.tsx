import { useDevice } from '../../device/DeviceContext.tsx'
import { Button } from '../../ui/Button.tsx'
import type { useLogIn } from './queries.ts'
import { texts } from './texts.ts'

const words = texts.demo

interface Props {
  logIn: ReturnType<typeof useLogIn>
}

/**
 * Lets whoever only wants to look in by the account that the server offers to everybody (`DEMO_LOGIN`). In the page drawn at
 * the build it stands, and the style sheet hides it where the server offers none.
 */
export function DemoEntrance({ logIn }: Props) {
  const { demoLogin } = useDevice()
  const isAtBuild = demoLogin.startsWith('%')
  const account = accountOf(demoLogin)
  if (!account && !isAtBuild) return null
  return (
    <section className="demo-entrance" data-account={demoLogin} aria-label={words.label}>
      <p className="demo-entrance__note">{words.note}</p>
      <Button icon="play" isWide isBusy={logIn.isPending} onClick={() => account && logIn.mutate(account)}>
        {words.go}
      </Button>
    </section>
  )
}

function accountOf(text: string): { email: string; password: string } | null {
  const [, email, password] = /^(\S+) (.+)$/.exec(text) ?? []
  return email && password ? { email, password } : null
}
