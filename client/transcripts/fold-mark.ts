import ChevronRight from 'lucide-solid/icons/chevron-right'
import { copiedIcon } from '../ui/copied-icon.tsx'

/** The mark of an entry that unfolds. */
export const FoldMark = copiedIcon(ChevronRight, 'icon entry-chevron')
