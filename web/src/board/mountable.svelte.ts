import { mount, unmount } from "svelte";

import Mounted from "./Mounted.svelte";
import type { DrawnComponent, OutsideModule, OutsideProps } from "./outside";

/**
 * Wrap a Svelte board as a module that a page can load. It bundles its own copy of Svelte and of the
 * components of `board/`.
 */
export function mountable(board: DrawnComponent): OutsideModule["mount"] {
  return (target, first) => {
    let given: OutsideProps = $state.raw(first);
    const drawn = mount(Mounted, {
      target,
      props: {
        board,
        get given() {
          return given;
        },
      },
    });
    return { update: (next) => (given = next), destroy: () => void unmount(drawn) };
  };
}
