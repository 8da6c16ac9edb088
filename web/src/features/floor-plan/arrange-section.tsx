import { Button } from "antd";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLanguage } from "@/i18n/language";
import { DraftNote } from "@/resource/draft-note";
import { useSaveKey } from "@/resource/use-save-key";
import { useCan } from "@/session/session";
import { Page } from "@/ui/page";
import { PermissionButton } from "@/ui/permission-button";
import { SearchInput } from "@/ui/search-input";
import { useUiTexts } from "@/ui/texts";
import { useDebounced } from "@/ui/use-debounced";
import {
  arrangementOf,
  faultAt,
  firstFree,
  isMeant,
  most,
  type Fault,
  type Layout,
  type Tile,
} from "./floor";
import { GridSize } from "./grid-size";
import { MachineTray, trayIdOf } from "./machine-tray";
import { PlaceFields } from "./place-fields";
import { helpId, PlanGrid, tileIdOf } from "./plan-grid";
import { StaleNote } from "./stale-note";
import { useFloorTexts } from "./texts";
import { useFloorPlan } from "./use-floor-plan";
import { useTileDrag, type Drag } from "./use-tile-drag";
import "@/ui/plain-button.css";

interface ArrangeSectionProps {
  title: string;
  /** Where another section is chosen. */
  choice: ReactNode;
  stored: Layout;
}

/** The plan of a section with the tray beside it. */
export function ArrangeSection({ title, choice, stored }: ArrangeSectionProps) {
  const t = useFloorTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const mayChange = useCan("ems.machine.modify");
  const floor = useFloorPlan(stored);
  const [isLooking, setLooking] = useState(false);
  const [chosen, setChosen] = useState("");
  const [said, setSaid] = useState("");
  const [search, setSearch] = useState("");
  const [asked, setAsked] = useState(0);

  const shown =
    isLooking && floor.isBehind ? arrangementOf(stored) : floor.plan;
  const isLocked = !mayChange || shown !== floor.plan;
  const machines = new Map(stored.machines.map((one) => [one.id, one]));
  const inTray = stored.machines.filter(({ id }) => !shown.places[id]);
  const codeOf = (id: string) => machines.get(id)?.code ?? "";
  const chosenMachine = machines.get(chosen);

  const wanted = useDebounced(search).trim().toLowerCase();
  const meant = wanted
    ? stored.machines.filter((one) => isMeant(one, wanted))
    : null;
  const firstMeant = meant?.find(({ id }) => shown.places[id])?.id;
  useEffect(() => {
    if (firstMeant) {
      document
        .getElementById(tileIdOf(firstMeant))
        ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    }
  }, [firstMeant]);

  // The focus follows a machine from the tray onto the plan, and back.
  const focusNext = useRef("");
  useEffect(() => {
    if (focusNext.current) {
      document.getElementById(focusNext.current)?.focus();
      focusNext.current = "";
    }
  });

  const wordsOfPlace = ({ x, y, width, height }: Tile) =>
    t("at", { column: x, row: y, width, height });
  const wordsOfFault = (fault: Fault) =>
    fault.rule === "overlap"
      ? t("overlap", { code: codeOf(fault.id) })
      : t(fault.rule, { most: most.tile });
  const tell = (id: string, words: string) =>
    setSaid(t("said", { code: codeOf(id), words }));

  /** Puts a machine somewhere, or says why it cannot lie there. */
  function put(id: string, tile: Tile) {
    const fault = faultAt(floor.plan, id, tile);
    if (fault) {
      tell(id, t("stays", { words: wordsOfFault(fault) }));
      return;
    }
    floor.put(id, tile);
    setChosen(id);
    tell(id, wordsOfPlace(tile));
  }

  function takeBack(id: string) {
    if (floor.plan.places[id]) {
      floor.takeBack(id);
      tell(id, t("back"));
    }
  }

  function putFirst(id: string) {
    const tile = firstFree(floor.plan, id);
    if (tile) {
      put(id, tile);
      focusNext.current = tileIdOf(id);
    } else {
      tell(id, t("full"));
    }
  }

  const { setGrid, setTray, ...drag } = useTileDrag({
    plan: floor.plan,
    onDrop: ({ id, tile, isOverTray }) =>
      isOverTray ? takeBack(id) : put(id, tile),
  });
  const wordsOfDrag = ({ id, tile, fault, isOverTray }: Drag) => {
    const words = isOverTray
      ? t("backHere")
      : fault
        ? wordsOfFault(fault)
        : wordsOfPlace(tile);
    return t("said", { code: codeOf(id), words });
  };

  function save() {
    if (floor.isBehind) {
      setAsked(asked + 1);
    } else if (mayChange && floor.isDirty) {
      floor.save();
    }
  }
  useSaveKey(save, floor.isSaving);

  const faults = Object.values(floor.faults).map((text) => say(text));

  return (
    <Page
      title={title}
      tools={
        <>
          {choice}
          <SearchInput value={search} onChange={setSearch} hint={t("hint")} />
          <span role="status" className="numbers soft">
            {meant
              ? t("found", { count: meant.length })
              : t("counted", {
                  placed: stored.machines.length - inTray.length,
                  machines: stored.machines.length,
                })}
          </span>
          <span className="push" />
          {floor.isDirty && (
            <>
              <span className="floor-unsaved">{t("unsaved")}</span>
              {!floor.isBehind && (
                <Button onClick={floor.takeStored}>{t("revert")}</Button>
              )}
            </>
          )}
          <PermissionButton
            permission="ems.machine.modify"
            type="primary"
            loading={floor.isSaving}
            disabled={!floor.isDirty}
            onClick={save}
          >
            {ui("save")}
          </PermissionButton>
        </>
      }
    >
      {floor.isRestored && floor.isDirty && (
        <DraftNote clashes={floor.isBehind} onDrop={floor.takeStored} />
      )}
      {floor.isAside && (
        <p role="status" className="form-note">
          {t("asideNote")}{" "}
          <button
            type="button"
            className="plain-link"
            onClick={floor.bringBack}
          >
            {t("bringBack")}
          </button>
        </p>
      )}
      {floor.isBehind && (
        <StaleNote
          who={floor.who}
          asked={asked}
          isLooking={isLooking}
          onLook={setLooking}
          onTake={floor.takeStored}
          onKeep={floor.keepMine}
        />
      )}
      {faults.length > 0 && (
        <div role="alert" className="form-fault">
          {faults.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      )}
      <div className="floor">
        <div className="floor-main">
          {mayChange && (
            <GridSize
              plan={shown}
              isLocked={isLocked}
              onResize={floor.resize}
            />
          )}
          <PlanGrid
            label={t("plan", { section: stored.section })}
            plan={shown}
            machines={machines}
            meant={meant}
            chosen={chosen}
            faults={floor.faults}
            isLocked={isLocked}
            gridRef={setGrid}
            drag={drag}
            onChoose={setChosen}
            onPut={put}
            onTakeBack={(id) => {
              takeBack(id);
              focusNext.current = trayIdOf(id);
            }}
            wordsOfPlace={wordsOfPlace}
          />
          <p role="status" className="floor-said">
            {drag.drag ? wordsOfDrag(drag.drag) : said}
          </p>
          {mayChange && (
            <p id={helpId} className="soft floor-help">
              {t("help")}
            </p>
          )}
        </div>
        <div className="floor-aside">
          <MachineTray
            machines={inTray}
            none={t(stored.machines.length > 0 ? "trayEmpty" : "noMachines")}
            meant={meant}
            isLocked={isLocked}
            trayRef={setTray}
            drag={drag}
            onPut={putFirst}
          />
          <PlaceFields
            machine={chosenMachine}
            tile={shown.places[chosen]}
            isLocked={isLocked}
            onPut={(tile) => put(chosen, tile)}
            onTakeBack={() => takeBack(chosen)}
          />
        </div>
      </div>
    </Page>
  );
}
