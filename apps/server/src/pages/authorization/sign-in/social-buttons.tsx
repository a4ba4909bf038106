import type { Child } from 'hono/jsx'
import { type SocialProvider, socialNames } from '../../../oidc/federation/connection.ts'
import type { Words } from '../../../words/index.ts'

/** The signs of the providers, as their rules for such buttons have them: in their own colours, or in that of the text. */
const signs: Record<SocialProvider, Child> = {
  google: (
    <>
      <path
        fill="#4285f4"
        d="M19.6 10.23c0-.68-.06-1.36-.18-2.01H10v3.8h5.38a4.6 4.6 0 0 1-2 3.02v2.47h3.23c1.89-1.74 2.99-4.3 2.99-7.28z"
      />
      <path
        fill="#34a853"
        d="M10 20c2.7 0 4.96-.89 6.61-2.42l-3.23-2.5c-.9.6-2.04.95-3.38.95-2.6 0-4.8-1.76-5.6-4.12H1.07v2.58A10 10 0 0 0 10 20z"
      />
      <path fill="#fbbc05" d="M4.4 11.91a6 6 0 0 1 0-3.82V5.5H1.07a10 10 0 0 0 0 9z" />
      <path
        fill="#ea4335"
        d="M10 3.98c1.47 0 2.79.5 3.82 1.5l2.87-2.87A10 10 0 0 0 1.07 5.5L4.4 8.1C5.2 5.74 7.4 3.98 10 3.98z"
      />
    </>
  ),
  microsoft: (
    <>
      <path fill="#f25022" d="M1 1h8.5v8.5H1z" />
      <path fill="#7fba00" d="M10.5 1H19v8.5h-8.5z" />
      <path fill="#00a4ef" d="M1 10.5h8.5V19H1z" />
      <path fill="#ffb900" d="M10.5 10.5H19V19h-8.5z" />
    </>
  ),
  apple: (
    <path
      fill="currentColor"
      d="M14.9 10.6c0-2 1.6-2.9 1.7-3a3.7 3.7 0 0 0-2.9-1.5c-1.2-.1-2.4.7-3 .7s-1.6-.7-2.6-.7A3.9 3.9 0 0 0 4.8 8c-1.4 2.5-.4 6.1 1 8.1.7 1 1.5 2.1 2.5 2s1.4-.6 2.6-.6 1.6.6 2.7.6 1.8-1 2.4-2c.8-1.1 1.1-2.2 1.1-2.2s-2.2-.9-2.2-3.3zM13 4.7c.5-.7.9-1.6.8-2.5-.8 0-1.8.5-2.3 1.2-.5.6-1 1.5-.8 2.4.8.1 1.7-.4 2.3-1.1z"
    />
  ),
  github: (
    <path
      fill="currentColor"
      d="M10 .3a10 10 0 0 0-3.2 19.5c.5.1.7-.2.7-.5v-1.7c-2.8.6-3.4-1.3-3.4-1.3-.4-1.2-1.1-1.5-1.1-1.5-.9-.6.1-.6.1-.6 1 .1 1.5 1 1.5 1 .9 1.5 2.3 1.1 2.9.8.1-.6.3-1.1.6-1.3-2.2-.3-4.5-1.1-4.5-5 0-1.1.4-2 1-2.7-.1-.2-.4-1.2.1-2.6 0 0 .8-.3 2.7 1a9.4 9.4 0 0 1 5 0c1.9-1.3 2.7-1 2.7-1 .5 1.4.2 2.4.1 2.6.6.7 1 1.6 1 2.7 0 3.8-2.3 4.7-4.6 4.9.4.3.7.9.7 1.900v2.800c0 .3.2.6.7.500A10 10 0 0 0 10 .3z"
    />
  ),
}

interface SocialButtonsProps {
  words: Words
  /** Those that the operators offer. */
  providers: readonly SocialProvider[]
  /** Where a sign-in at one of them begins. */
  action: string
}

/** Signing in with an account elsewhere, where the operators offer it. */
export const SocialButtons = ({ words, providers, action }: SocialButtonsProps) =>
  providers.length === 0 ? null : (
    <div class="social">
      {providers.map((provider) => (
        <form method="get" action={action}>
          <input type="hidden" name="with" value={provider} />
          <button type="submit" class="secondary">
            <svg viewBox="0 0 20 20" aria-hidden="true">
              {signs[provider]}
            </svg>
            <span>{words.company.with({ name: socialNames[provider] })}</span>
          </button>
        </form>
      ))}
    </div>
  )
