import type { IconName } from "../parts/icons";

/** An action of the table, in the bar or, if that is too narrow, in the menu. */
export interface Tool {
  icon: IconName;
  label: string;
  act: () => void;
  disabled?: boolean;
  /** Whether it shows a mark for something new. */
  marked?: boolean;
}
