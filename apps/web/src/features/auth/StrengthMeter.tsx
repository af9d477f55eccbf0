import { formTexts } from './form-texts.ts'
import { passwordStrength, strengthLabels } from './model.ts'
import './strength-meter.css'

/** Shows the password rule up front, and how hard the password is to guess. */
export function StrengthMeter({ password }: { password: string }) {
  const strength = passwordStrength(password)
  return (
    <span className="strength" data-strength={password ? strength : undefined}>
      <span className="strength__bars" aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      <span className="strength__rule">{formTexts.passwordRule}</span>
      <span className="strength__word" aria-live="polite">
        {password && strengthLabels[strength]}
      </span>
    </span>
  )
}
