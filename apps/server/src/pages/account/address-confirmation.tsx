import { CodeField } from '../fields.tsx'
import { Form } from '../layout.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface ConfirmAddressPageProps {
  frame: AccountFrame
  address: string
  /** The sealed address, sent back with the code. */
  pending: string
  digits: number
  problem?: string
}

/** Asks for the code that was mailed to a new address. */
export const ConfirmAddressPage = ({ frame, address, pending, digits, problem }: ConfirmAddressPageProps) => {
  const { words, base } = frame
  return (
    <AccountLayout frame={frame} tab="addresses">
      <p>{words.code.intro({ address, digits })}</p>
      <Form action={`${base}/account/addresses/confirm`} submit={words.continue}>
        <input type="hidden" name="pending" value={pending} />
        <CodeField words={words} digits={digits} problem={problem} />
      </Form>
      <p class="quiet">{words.code.expires}</p>
    </AccountLayout>
  )
}

/** What the link in the same mail leads to. */
export const ConfirmAddressLinkPage = ({ frame, action }: { frame: AccountFrame; action: string }) => (
  <AccountLayout frame={frame} tab="addresses">
    <p>{frame.words.link.intro}</p>
    <Form action={action} submit={frame.words.me.addresses.add} />
  </AccountLayout>
)
