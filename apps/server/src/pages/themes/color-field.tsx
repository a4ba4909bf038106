import type { ThemeColorName } from '../../config/color.ts'
import { Problem } from '../layout.tsx'

interface ColorFieldProps {
  name: string
  color: ThemeColorName
  label: string
  value: string
  /** The color that an empty field stands for. */
  inherited: string
  /** How well text can be read on it. */
  contrast: string
  problem?: string
}

/** A color as text, and the browser's picker beside it, which a script shows and keeps in step. */
export const ColorField = ({ name, color, label, value, inherited, contrast, problem }: ColorFieldProps) => (
  <div class="field color-field">
    <label for={name}>{label}</label>
    <span class="color-inputs">
      <input
        id={name}
        name={name}
        class="technical"
        value={value}
        placeholder={inherited}
        maxlength={7}
        autocomplete="off"
        spellcheck={false}
        data-color={color}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={[problem && `${name}-problem`, `${name}-contrast`].filter(Boolean).join(' ')}
        autofocus={Boolean(problem)}
      />
      <input type="color" value={value || inherited} aria-label={label} data-picker={color} hidden />
    </span>
    <Problem id={`${name}-problem`} text={problem} />
    <bdi class="hint" id={`${name}-contrast`}>
      {contrast}
    </bdi>
  </div>
)
