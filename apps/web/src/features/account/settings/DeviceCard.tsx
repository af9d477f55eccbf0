import { useThemeChoice } from '../../../device/DeviceContext.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { texts } from './texts.ts'

const words = texts.device

/** What holds on this device alone. */
export function DeviceCard() {
  const [theme, choose] = useThemeChoice()
  return (
    <Card title={words.title}>
      <Choice
        label={words.theme}
        options={[
          { value: 'system', label: words.themes.system },
          { value: 'light', label: words.themes.light },
          { value: 'dark', label: words.themes.dark },
        ]}
        value={theme}
        onChoose={choose}
      />
    </Card>
  )
}
