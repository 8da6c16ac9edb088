import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useFirstHourTexts } = defineTexts(
  "firstHour",
  {
    title: "从零到第一份计划",
    progress: "已完成 {{done}} / {{all}} 步",
    wizard: "全局设置向导",
    hide: "收起",
    show: "显示入门步骤（已完成 {{done}} / {{all}} 步）",
    isDone: "已完成",
    isNext: "下一步",
    isLater: "待完成",
    count: "已有 {{count}} 条",
    factory: "工厂",
    factoryHint: "所有时间都按工厂的时区显示。",
    people: "同事",
    peopleHint: "新增用户或导入名单，再短信邀请；第二个人能登录即完成。",
    calendars: "班次和工作日历",
    calendarsHint:
      "先选模板，再按本厂情况修改。国务院每年公布的调休，请在日历中补上。也可以随工作簿一起导入。",
    sections: "工段",
    sectionsHint:
      "车间的各个部分，例如数控、电加工、钳工。先选模板，再按本厂情况修改。也可以随工作簿一起导入。",
    groups: "资源组",
    groupsHint:
      "可互相替代的设备或人员为一组，每组选定日历和班次。也可以随工作簿一起导入。",
    machines: "设备",
    machinesHint: "每台设备属于一个资源组。也可以随工作簿一起导入。",
    processes: "工艺",
    processesHint:
      "工艺路线用到的加工步骤，各有默认的资源组。先选工艺和零件类型的模板，再按本厂情况修改。也可以随工作簿一起导入。",
    import: "导入生产数据",
    importHint:
      "下载模板，填入模具、零件、工序和电极，预览无误后写入。勾选“含基础资料”的模板也有以上各项的工作表。示例工作簿填好了一副模具和它的全部资料，不作修改就能导入并试排。",
    schedule: "第一次排程",
    scheduleHint: "新建排程并运行，然后在甘特图和评估中查看结果。",
    publish: "发布计划",
    publishHint: "选中已完成的排程并发布，车间就按它生产。",
    noAccess: "请管理员完成",
  },
  {
    title: "From nothing to the first plan",
    progress: "{{done}} of {{all}} steps done",
    wizard: "Global-settings wizard",
    hide: "Hide",
    show: "Show the first steps ({{done}} of {{all}} done)",
    isDone: "Done",
    isNext: "Next",
    isLater: "To do",
    count: "{{count}} so far",
    factory: "Factory",
    factoryHint: "Every time is shown in the zone of the factory.",
    people: "Colleagues",
    peopleHint:
      "Add users or import a list, and invite them by SMS; done once a second person can sign in.",
    calendars: "Shifts and work calendars",
    calendarsHint:
      "Take templates and adapt them to your shop. Add the make-up days that are announced each year. The workbook of the import can bring them too.",
    sections: "Sections",
    sectionsHint:
      "The parts of the workshop, such as milling, EDM, fitting. Take templates and adapt them to your shop. The workbook of the import can bring them too.",
    groups: "Resource groups",
    groupsHint:
      "Machines or people that can stand in for each other, with their calendar and shift. The workbook of the import can bring them too.",
    machines: "Machines",
    machinesHint:
      "Each machine belongs to a group. The workbook of the import can bring them too.",
    processes: "Processes",
    processesHint:
      "The steps that routes are made of, with a default group. Take templates of processes and part types and adapt them. The workbook of the import can bring them too.",
    import: "Import production data",
    importHint:
      "Download the template, fill in moulds, parts, operations and electrodes, check the preview, then write. The template with basic data has sheets for the steps above as well. The starter workbook holds one mould with all that it needs: it can be imported and planned as it is.",
    schedule: "First schedule",
    scheduleHint:
      "Create a schedule and run it, then look at its Gantt chart and evaluation.",
    publish: "Publish the plan",
    publishHint:
      "Tick the completed schedule and publish it: the shop floor works by it.",
    noAccess: "For your administrator",
  },
);
