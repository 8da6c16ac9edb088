import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useWizardTexts } = defineTexts(
  "wizard",
  {
    title: "全局设置向导",
    steps: "步骤",
    company: "企业信息",
    companyLead:
      "填写企业的名称、联系方式和手机访问网址。以后可在“企业信息”中修改。",
    factory: "工厂",
    factoryLead: "当前工厂的名称和时区。所有时间都按工厂的时区显示。",
    calendars: "班次和工作日历",
    calendarsLead:
      "先采用模板，再按本厂情况修改。资源组要选定日历和班次，因此先完成这一步。",
    sections: "工段",
    sectionsLead:
      "车间的各个部分，例如数控、电加工、钳工。采用模板，或每行录入一个工段。",
    groups: "资源组",
    groupsLead: "可互相替代的设备或人员为一组。每行一个资源组。",
    machines: "设备录入",
    machinesLead:
      "每行一台设备，并选定它的资源组。可以从 Excel 复制多行后粘贴。其他内容以后在“设备”中补充。",
    processes: "工艺和零件类型",
    processesLead:
      "工艺路线用到的加工步骤，以及零件的种类。先采用模板，再按本厂情况修改。所在工段只有一个资源组时，它就是工艺的默认资源组。",
    scheduling: "排程策略",
    schedulingLead: "选择一个策略作为全局排程参数的起点。以后可随时修改。",
    finish: "完成",
    finishLead: "全局设置的现状。缺少的内容可以回到相应的步骤补充。",
    there: "已有 {{count}} 条",
    missing: "尚未设置",
    back: "上一步",
    next: "下一步：{{step}}",
    saveAndNext: "保存并继续",
    saveLines: "保存各行",
    linesSaved: "已保存 {{count}} 条",
    linesWrong: "{{count}} 行有误，请修改后再保存",
    noneYet: "还没有记录",
    stored: "已有 {{count}} 条：{{names}}",
    storedMore: "已有 {{count}} 条：{{names}} …",
    mayNotAdd: "您没有新增“{{what}}”的权限，请管理员完成这一步。",
    mayNotChoose: "您没有修改排程参数的权限，请管理员完成这一步。",
    noFactory: "您没有进入任何工厂。",
    allCalendars: "全部工作日历",
    allShifts: "全部班次",
    allProcesses: "全部工艺",
    allPartTypes: "全部零件类型",
    policies: "排程策略",
    policyTaken: "已采用“{{name}}”",
    policyChanged: "其他人刚修改了排程参数，请再选一次",
    allSettings: "全部排程参数",
    toImport: "导入生产数据",
    toUsers: "邀请同事",
    toModules: "模块设置",
  },
  {
    title: "Global-settings wizard",
    steps: "Steps",
    company: "Company info",
    companyLead:
      "The company's name, how to reach it and where phones enter. It can be changed later under Company info.",
    factory: "Factory",
    factoryLead:
      "Name and time zone of this factory. Every time is shown in its zone.",
    calendars: "Shifts and work calendars",
    calendarsLead:
      "Take templates and adapt them to your shop. Resource groups need both, so this comes first.",
    sections: "Sections",
    sectionsLead:
      "The parts of the workshop, such as milling, EDM, fitting. Take templates, or enter one on each line.",
    groups: "Resource groups",
    groupsLead:
      "Machines or people that can stand in for each other. One group on each line.",
    machines: "Machine entry",
    machinesLead:
      "One machine on each line, with its group. Lines can be copied in Excel and pasted here. The rest is filled in later under Machines.",
    processes: "Processes and part types",
    processesLead:
      "The steps that routes are made of, and the kinds of parts. Take templates and adapt them to your shop. Where its section has a single resource group, that is the default group of a process.",
    scheduling: "Scheduling policy",
    schedulingLead:
      "A policy to begin with: it fills the global scheduling settings, which can be changed at any time.",
    finish: "Finish",
    finishLead:
      "How the global settings stand. What is missing can be added at its step.",
    there: "{{count}} so far",
    missing: "Not set yet",
    back: "Back",
    next: "Next: {{step}}",
    saveAndNext: "Save and continue",
    saveLines: "Save the lines",
    linesSaved: "{{count}} records saved",
    linesSaved_one: "1 record saved",
    linesWrong: "{{count}} lines are wrong: correct them and save again",
    linesWrong_one: "1 line is wrong: correct it and save again",
    noneYet: "No records yet",
    stored: "{{count}} so far: {{names}}",
    storedMore: "{{count}} so far: {{names}} …",
    mayNotAdd:
      "You may not add any {{what}}: ask your administrator for this step.",
    mayNotChoose:
      "You may not change the scheduling settings: ask your administrator for this step.",
    noFactory: "You have not entered a factory.",
    allCalendars: "All work calendars",
    allShifts: "All shifts",
    allProcesses: "All processes",
    allPartTypes: "All part types",
    policies: "Scheduling policies",
    policyTaken: "{{name}} applied",
    policyChanged:
      "Somebody has just changed the scheduling settings: choose again",
    allSettings: "All scheduling settings",
    toImport: "Import production data",
    toUsers: "Invite colleagues",
    toModules: "Module settings",
  },
);
