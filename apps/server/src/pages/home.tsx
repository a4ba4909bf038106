import { type Frame, Layout, Technical } from './layout.tsx'

interface HomePageProps {
  frame: Frame
  /** Whoever is signed in. */
  address: string | null
}

/** What a visitor sees at the address of the server itself: most never come here. */
export const HomePage = ({ frame, address }: HomePageProps) => {
  const { words, brand, base } = frame
  return (
    <Layout frame={frame} title={brand.instanceName}>
      <p>{words.home.intro}</p>
      {address && (
        <p class="quiet">
          {words.account.intro} <Technical>{address}</Technical>
        </p>
      )}
      <p class="actions">
        <a class="button primary" href={`${base}/account`}>
          {address ? words.me.title : words.email.title}
        </a>
        {address && <a href={`${base}/logout`}>{words.logout.out}</a>}
      </p>
    </Layout>
  )
}
