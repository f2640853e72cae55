import type { IconName } from "../parts/icons";

/** Something to do at the table, in the bar or, where that is short of room, in the menu. */
export interface Tool {
  icon: IconName;
  label: string;
  act: () => void;
  disabled?: boolean;
  /** Something new is to be seen there. */
  marked?: boolean;
}
