import { Address } from '../state/address'
import { views } from '../views'

/** The page's address: what the views share, and what each of them keeps for itself. */
export const address = new Address(views.map(({ fields }) => fields))
