import { useTheme } from '../../device/DeviceContext.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { texts } from '../texts.ts'

/** A sun in the dark theme, a moon in the light one (specification §2). */
export function ThemeToggle() {
  const [theme, toggle] = useTheme()
  return theme === 'dark' ? (
    <IconButton icon="sun" label={texts.menu.toLight} onClick={toggle} />
  ) : (
    <IconButton icon="moon" label={texts.menu.toDark} onClick={toggle} />
  )
}
