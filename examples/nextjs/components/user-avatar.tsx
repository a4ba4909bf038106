/** "AL" for Ada Lovelace. */
const initialsOf = (name: string): string =>
  [...name.trim().split(/\s+/)]
    .map((word) => [...word][0] ?? '')
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

/** The picture of a person covers their initials, which are seen if there is none or it can't be loaded. */
export const UserAvatar = ({ name, picture }: { name: string; picture?: string | null }) => (
  <span className="user-avatar" aria-hidden="true">
    {initialsOf(name)}
    {/* eslint-disable-next-line -- the picture has its final size already */}
    {picture && <img src={picture} alt="" width="36" height="36" referrerPolicy="no-referrer" />}
  </span>
)
