import { type Frame, Layout } from '../../layout.tsx'

interface NotAllowedPageProps {
  frame: Frame
  action: string
  application: string
  /** Null if the person has none, or chose none. */
  organization: string | null
  /** Names of some who can change what the person may do. */
  owners: readonly string[]
  /** The organization lets nobody in from where they are. */
  byNetwork?: boolean
  /** The page on which another organization can be chosen. */
  others: string | null
}

export const NotAllowedPage = ({
  frame,
  action,
  application,
  organization,
  owners,
  others,
  byNetwork = false,
}: NotAllowedPageProps) => {
  const words = frame.words.notAllowed
  return (
    <Layout frame={frame} title={byNetwork ? words.networkTitle : words.title}>
      <p>
        {organization === null
          ? words.without({ application })
          : byNetwork
            ? words.network({ organization })
            : words.intro({ application, organization })}
      </p>
      {owners.length > 0 && <p>{words.owners({ names: owners.join(' · ') })}</p>}
      <form method="post" action={action}>
        <button type="submit" class="primary">
          {words.back({ application })}
        </button>
        {others && <a href={others}>{frame.words.termsStep.otherOrganization}</a>}
      </form>
    </Layout>
  )
}
