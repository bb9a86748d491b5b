//! Prints a profile by the crate: main waits in a library and is in two functions, with a mark, a pause and a library; a worker has one sample.
use debugid::DebugId;
use fxprof_processed_profile::*;

struct Mark(StringHandle);

impl StaticSchemaMarker for Mark {
    const UNIQUE_MARKER_TYPE_NAME: &'static str = "Text";
    const CHART_LABEL: Option<&'static str> = Some("{marker.data.name}");
    const TOOLTIP_LABEL: Option<&'static str> = Some("{marker.data.name}");
    const TABLE_LABEL: Option<&'static str> = Some("{marker.data.name}");
    const DESCRIPTION: Option<&'static str> = Some("A mark.");
    const FIELDS: &'static [StaticSchemaMarkerField] = &[StaticSchemaMarkerField {
        key: "name",
        label: "Details",
        format: MarkerFieldFormat::String,
        flags: MarkerFieldFlags::empty(),
    }];

    fn name(&self, profile: &mut Profile) -> StringHandle {
        profile.intern_string("Tapped")
    }

    fn category(&self, _: &mut Profile) -> CategoryHandle {
        CategoryHandle::OTHER
    }

    fn string_field_value(&self, _: u32) -> StringHandle {
        self.0
    }

    fn number_field_value(&self, _: u32) -> f64 {
        0.0
    }
}

struct Pause;

impl StaticSchemaMarker for Pause {
    const UNIQUE_MARKER_TYPE_NAME: &'static str = "GCSlice";
    const FIELDS: &'static [StaticSchemaMarkerField] = &[];

    fn name(&self, profile: &mut Profile) -> StringHandle {
        profile.intern_string("GCSlice")
    }

    fn category(&self, _: &mut Profile) -> CategoryHandle {
        CategoryHandle::OTHER
    }

    fn string_field_value(&self, _: u32) -> StringHandle {
        unreachable!()
    }

    fn number_field_value(&self, _: u32) -> f64 {
        unreachable!()
    }
}

fn at(ms: f64) -> Timestamp {
    Timestamp::from_millis_since_reference(ms)
}

fn main() {
    let start = ReferenceTimestamp::from_millis_since_unix_epoch(1_700_000_000_000.0);
    let mut profile = Profile::new("com.example.shop", start, SamplingInterval::from_millis(10));
    profile.set_os_name("Android");
    let process = profile.add_process("com.example.shop", 7, at(0.0));
    let main = profile.add_thread(process, 7, at(0.0), true);
    profile.add_initial_visible_thread(main);
    profile.add_initial_selected_thread(main);
    let library = profile.add_lib(LibraryInfo {
        name: "libshop.so".into(),
        debug_name: "libshop.so".into(),
        path: "/data/app/libshop.so".into(),
        debug_path: "/data/app/libshop.so".into(),
        debug_id: DebugId::from_breakpad("04030201060508070910111213141516A").unwrap(),
        code_id: Some("0102030405060708091011121314151617181920".into()),
        arch: None,
        symbol_table: None,
    });
    profile.add_lib_mapping(process, library, 0x10000, 0x20000, 0);
    let open = Frame::Label(profile.intern_string("com.example.Shop.open"));
    let total = Frame::Label(profile.intern_string("com.example.Cart.total"));
    let native = Frame::InstructionPointer(0x10040);
    let mut stack_of = |thread, frames: Vec<Frame>| {
        let category_pair = CategoryHandle::OTHER.into();
        let flags = FrameFlags::empty();
        profile.intern_stack_frames(thread, frames.into_iter().map(|frame| FrameInfo { frame, category_pair, flags }))
    };
    let counting = stack_of(main, vec![open.clone(), total]);
    let waiting = stack_of(main, vec![open.clone(), native]);
    let worker = profile.add_thread(process, 9, at(5.0), false);
    profile.set_thread_name(worker, "decoder");
    let category_pair = CategoryHandle::OTHER.into();
    let flags = FrameFlags::empty();
    let decoding = profile.intern_stack_frames(worker, [FrameInfo { frame: open, category_pair, flags }].into_iter());
    for step in 0..20 {
        let cpu = CpuDelta::from_micros(if step == 0 { 0 } else { 4_000 });
        profile.add_sample(main, at(step as f64 * 10.0), if step < 15 { counting } else { waiting }, cpu, 1);
    }
    profile.add_sample(main, at(200.0), None, CpuDelta::ZERO, 1);
    profile.add_sample(worker, at(50.0), decoding, CpuDelta::ZERO, 3);
    let text = profile.intern_string("Buy");
    profile.add_marker(main, MarkerTiming::Instant(at(20.0)), Mark(text));
    profile.add_marker(main, MarkerTiming::Interval(at(30.0), at(35.0)), Pause);
    println!("{}", serde_json::to_string(&profile).unwrap());
}
